#!/usr/bin/env bash
# Tests of boardlab collect: games of people, made by play --save, become a run that stats, report,
# compare and replay read; and what is not a game is set aside. Argument: the path of boardlab.
. "$(dirname "$0")/../support/expect.sh"
input=in
unset NO_COLOR
export LC_ALL=C.UTF-8

# person FILE SEED MOVES FLAG…: saves a game that somebody plays.
person() {
  tr ' ' '\n' <<<"$3" >in
  run 0 play quoridor:size=3 --seed "$2" --save "$1" "${@:4}"
}
both=(--seat human --seat human)
# cell FILE NUMBER COLUMN: a field of games.csv.
cell() { mlr --icsv --onidx filter "\$number == $2" 'then' cut -o -f "$3" "$1/games.csv"; }
is() { [ "$1" = "$2" ] || fail "'$1' is not '$2'"; }

mkdir -p back/deep
person back/a.game 1 "b2 a3 b3" "${both[@]}" --name "=Ada"
person back/b.game 2 "b2 undo b2 hint a3 resign" "${both[@]}"
person back/c.game 3 "b2 a3" "${both[@]}"
person back/deep/d.game 4 "b2 hint resign" --seat human --seat random
person back/e.game 5 "a1h resign" "${both[@]}"
sed -i 's/^moves:/question: Fun? 1-5\nanswer: 4\nquestion: Why?\nanswer: +1, "great"\\nreally\nmoves:/' back/a.game

# Old files: who played and the moves, nothing else.
grep -Ev '^(milliseconds|name|question|answer)' back/a.game | sed 's/^seed: 1/seed: 77/' >back/old.game

# What is no game, or not this one, or there twice.
cp back/a.game back/again.game
sed 's/^milliseconds: \([0-9]* [0-9]*\) .*/milliseconds: \1/; s/^b2 a3 b3/b2 a3/; /^question/d; /^answer/d' back/a.game >back/begun.game
sed 's/a3/a9/' back/b.game >back/illegal.game
sed '$s/ .*//' back/a.game >back/cut.game
sed '/^moves/,$d' back/a.game >back/empty.game
sed 's/size=3,columns=3,rows=3/size=5,columns=5,rows=5/; s/^b2 a3 b3/c2 c4 a1h/' back/a.game >back/larger.game
sed '/^milliseconds/d; s/^moves:/set: pawn1=a1\nmoves:/; s/^b2.*/a2/' back/a.game >back/edited.game
sed '/^milliseconds/d; s/^b2.*//' back/a.game >back/nothing.game
sed 's/^seat 2: human/seat 2: mtcs/' back/a.game >back/nobody.game
echo "my only poem" >back/poem.game
echo "not a game" >back/notes.txt
echo "a picture" | tee back/board.png >back/deep/README
before=$(state_of back)
input=/dev/null
run 0 collect back --out people
is "$(state_of back)" "$before"
out "6 games between people and bots"; lacks "seed"; lacks "by the clock"; out "not finished 16.7%"
out "answers.csv"; out "11 files were set aside:"; out "2 other files were not read"
out "The intervals take each game as independent"
out "back/illegal.game: "; out "move 2, 'a9'"
out "back/cut.game: "; out "there are times for 3 moves, but the game has 1"
out "back/empty.game: "; out "the file has no line 'moves:'"
out "back/larger.game: another game: quoridor:"
out "back/edited.game: it begins in a position that was edited"
out "back/nothing.game: no move was played"
out "back/nobody.game: seat 2: there is no bot 'mtcs'"
out "back/poem.game: 1:1: this is not a game file: it has no line 'boardlab game'"
out "back/notes.txt: 1:1: this is not a game file"
out "back/again.game: the same game as back/a.game"
out "back/begun.game: the same game as back/a.game"
no_err
grep -q '"seating": "collected"' people/run.json || fail "the manifest does not say that it was collected"
grep -q '"back/poem.game": "1:1: this is not' people/run.json || fail "the manifest has no reasons"
is "$(cell people 0 outcome,winner,file)" "win 1 back/a.game"
is "$(mlr --icsv --ojsonl filter "\$number == 0" 'then' cut -f name1 people/games.csv)" '{"name1": "'"'"'=Ada"}'
is "$(cell people 1 seed,outcome,winner,forfeiter,reason,undos,hints)" "2 win 2 1 resigned 1 1"
is "$(cell people 2 outcome)" truncated
is "$(cell people 3 seat1,seat2,outcome,winner,forfeiter,reason)" "human random win 2 1 resigned"
is "$(cell people 4 outcome,winner,reason)" "win 1 resigned"
is "$(cell people 5 file)" back/old.game
is "$(mlr --icsv --ocsv --headerless-csv-output filter "\$number == 0" 'then' cut -f number,ply,move people/moves.csv | tr '\n' ' ')" "0,1,b2 0,2,a3 0,3,b3 "
mlr --icsv --ojson filter "\$number == 0 && !is_empty(\$milliseconds)" 'then' count people/moves.csv | grep -q 3 || fail "no times"
mlr --icsv --ojson filter "\$number == 5 && is_empty(\$milliseconds)" 'then' count people/moves.csv | grep -q 3 || fail "times of an old file"
is "$(mlr --icsv --ojsonl head -n 1 people/answers.csv)" '{"number": 0, "question": "Fun? 1-5", "answer": 4}'
mlr --icsv --ojsonl tail -n 1 people/answers.csv | grep -qF "'+1" || fail "a formula is not guarded"

# What people said: few answers have no mean.
out "What people said"; out "Fun? 1-5          1   4 ×1"; out "seconds per move, median"
out "Why?"; out '  +1, "great" really (=Ada, seats 1, 2, seat 1 wins)'
grep -Eq '^    6 +2 +1 ' out || fail "not 6 games, 2 of them with hints, 1 with undos"

# The same files give the same run.
run 0 collect back --out people2; same people people2

# A run as any other.
run 0 stats people; out "human"; out "games "; out "What people said"; no_err
run 0 report people; no_err
is "$(shows people/report.html 'run.people.tables[1].texts[0].flat().join("|")')" 'Why?|+1, "great" really|=Ada|1, 2|seat 1 wins|0'
grep -q 'people and random' people/report.html || fail "the report does not say who played"
run 0 replay people --game 1 --plain; out "seat 1 resigned: seat 2 wins"; out "undos: 1"
run 0 replay people --game 2 --plain; out "not finished"
run 0 replay people --game 0 --plain; out "seat 1: human, =Ada"
run 0 simulate quoridor:size=3 --seat mcts:iterations=20 --games 40 --opening 2 --quiet --out bots
run 0 compare people bots; out "people and random"; out "compared as independent samples, since games of people cannot be paired"
out "moves: pawn "; lacks "first move"
row() { mlr --icsv --onidx filter "\$metric == \"$2\"" 'then' cut -o -f "$3" "$1"; }

# Whether they play like the bot: what stats --like says of each. The moves of bots in games of people are not asked about.
run 0 stats people --like mcts:iterations=20 --csv --scope agreement; cp out people.csv
run 0 stats bots --like mcts:iterations=20 --csv --scope agreement; cp out bots.csv
rate() { mlr --icsv --onidx filter "\$key == \"all\" && \$metric == \"agreement_rate\"" 'then' cut -f value "$1"; }
run 0 compare people bots --csv; cp out compared.csv
is "$(row compared.csv like value_a,value_b)" "$(rate people.csv) $(rate bots.csv)"
run 0 compare people bots --csv --jobs 1; cmp out compared.csv || fail "another number of jobs gives another result"
run 0 compare people bots; out "'bots' plays more like mcts:iterations=20, which would make the same move"
run 0 compare people bots --like random; out "Neither is shown to play more like random, which would make the same move"
run 0 compare people bots --sample 0; lacks "moves"
run 0 compare bots people --sample 2 --csv; is "$(row out like n_a)" 2
run 0 simulate quoridor:size=3 --seat random --games 60 --quiet --out randoms
run 0 compare people randoms; lacks "play more like"; out "first move"
mkdir single; cp back/a.game single
run 0 collect single --out one
run 0 compare bots one --csv --like random; is "$(row out like n_b,low,high,p_value)" "1   " # one game does not vary
run 1 compare people bots --like mtcs; err "there is no bot 'mtcs'"
run 2 compare people bots --like random --sample 0; err "--like needs a sample"
run 1 compare people bots --until seat1 --quiet; err "people was collected, so it cannot be extended"
run 1 simulate quoridor:size=3 --out people --resume --quiet; err "holds a different run"

# Ten answers have a mean, with its interval; of games against bots, the result is that of the person.
mkdir asked
input=in
for n in {1..12}; do
  person "asked/$n.game" "$n" "b2 resign" --seat human --seat random --name Ben
  sed -i "s/^moves:/question: Fun? 1-5\nanswer: $((n % 4 + 1))\nquestion: Why?\nanswer: no\nmoves:/" "asked/$n.game"
done
input=/dev/null
run 0 collect asked --out asked.run
out "Fun? 1-5         12   2.5 (1.8 to 3.2)   1 ×3, 2 ×3, 3 ×3, 4 ×3"; out "  no (Ben, seat 1, lost)"
cat >said.lua <<'END'
local people = require("boardlab").stats("asked.run", { sample = 0 }).people
print(people.questions[1].mean.value, people.answers[12].name, people.games[1].moves)
END
run 0 run said.lua; out "2.5	Ben	12"

# Humans alone; a file, not a folder.
run 0 collect back/a.game back/b.game back/c.game --out alone; out "3 games between people"; lacks "and bots"

# Games that came back in mails: with a greeting, quoted, wrapped, with a signature, with line ends of Windows.
mkdir mails
sed 's/^seed: 1/seed: 90/; s/great"/& It was long enough/' back/a.game >game
{ echo "Hello,"; echo "here is my game: boardlab game"; echo; cat game; echo; echo "Best wishes, Ada"; } >mails/greeting.game.txt
{ echo "Ada wrote:"; sed 's/^seed: 90/seed: 91/; s/^/> /' game; printf '>\n> b2 or not\n\nThank you!\n'; } >mails/quoted.txt
sed 's/^seed: 90/seed: 92/; s/^/> >/' game >mails/twice.game
{ sed 's/^seed: 90/seed: 93/' game | sed -n '1,/^game/p'; sed 's/^seed: 90/seed: 93/; 1,/^game/d' game | fold -s -w 24; printf -- '-- \nAda\n'; } | sed 's/^/> /; s/$/\r/' >mails/wrapped.txt
{ sed 's/^seed: 90/seed: 94/; s/^b2 a3 b3/b2\n\na3 b3\n/' game; echo "That was all."; } >mails/lines.txt
{ echo "Hello,"; sed 's/^seed: 90/seed: 95/; s/^b2 a3/b2 a9/' game; } >mails/wrong.txt
{ echo "Hello,"; sed 's/^seed: 90/seed: 96/; /^moves/,$d' game; } >mails/half.txt
run 0 collect mails --out mailed; out "5 games between people"; out "2 files were set aside:"; no_err
out "mails/wrong.txt: $(($(wc -l <game) + 1)):4: move 2, 'a9'"
out "mails/half.txt: "; out "the file has no line 'moves:'"; lacks "other file"
is "$(mlr --icsv --onidx uniq -g plies -c mailed/games.csv)" "3 5"
is "$(mlr --icsv --ojsonl count-distinct -f answer mailed/answers.csv | tail -n 1)" '{"answer": "'"'"'+1, \"great\" It was long enough\nreally", "count": 5}'
run 2 replay mails/quoted.txt; err "its first line is not 'boardlab game'"

# Rules in a file: once that has changed, its games are not those of these rules.
cat >mine.lua <<'END'
return require("boardlab").variant { base = "quoridor:size=3", evaluate = function() return 0 end }
END
printf '%s\n' b2 a3 b3 >in
input=in run 0 play mine.lua "${both[@]}" --seed 1 --save mine.game
run 0 collect mine.game --out mine; out "mine.lua: 1 game"
echo >>mine.lua
run 1 collect mine.game --out changed; err "the file cannot be collected: mine.game: the game was played with other rules: mine.lua"
[ ! -e changed ] || fail "a folder without a run"

run 2 collect back; err "--out DIR is missing"
mkdir none; run 2 collect none --out x; err "there is no .game or .txt file in none"
run 1 collect back --out people; err "is not empty"
run 1 collect nowhere --out x; err "nowhere"

# A run that was being written when its writer was killed is not in the way.
mkdir new.writing; echo begun >new.writing/games.csv
run 0 collect back --out new; [ ! -e new.writing ] || fail "the draft is left"
run 0 collect c back --out also; out "c: could not open"

# A thousand files with a few bytes changed: each is a game by the rules, or is refused with a reason.
mkdir many
run 0 play quoridor:size=3 --seat random --seat random --seed 3 --save long.game
sed -i 's/^game: .*/game: quoridor:size=3/; s/: random/: human/; /^seed/d' long.game
awk 'BEGIN {
  srand(40); letters = "0123456789abc:#- \n,=rsw"
  while ((getline line < "long.game") > 0) text = text line "\n"
  for (i = 0; i < 1000; i++) {
    t = text
    for (k = 1 + int(2 * rand()); k > 0; k--) {
      at = 1 + int(length(t) * rand()); size = int(10 * rand()); how = int(4 * rand())
      new = substr(letters, 1 + int(length(letters) * rand()), 1)
      t = substr(t, 1, at - 1) (how == 0 || how == 3 ? new : "") substr(t, how == 0 ? at + 1 : how == 1 ? at + size : how == 2 ? at - size : at)
    }
    sub(/size=3\n/, "&seed: " i "\n", t) # a game of its own
    file = sprintf("many/%04d.game", i); printf "%s", t > file; close(file)
  }
}'
run 0 collect many --out mutated; no_err
games=$(mlr --icsv --onidx count mutated/games.csv)
aside=$(sed -n '/files were set aside:/,$p' out | grep -c '^  many/[0-9]*.game: ..*')
is "$((games + aside))" 1000
[ "$games" -gt 10 ] || fail "only $games of 1000 files were taken"
run 0 stats mutated --sample 1000; no_err; lacks "does not replay"; lacks "do not replay"
conclude

#!/usr/bin/env bash
# Tests of boardlab tune --player on the command line. Takes the path of the command.
#
# The arguments of a command are kept in a word list.
# shellcheck disable=SC2086
programs=$(realpath "$(dirname "$0")/../../scripts/bots")
. "$(dirname "$0")/../support/expect.sh"

run 0 tune --help; out "--player BOT"; out "--vary-player OPTION=SETTINGS"; out "30 Elo apart"

# Bots that win by a coin that falls their way more often the larger their option.
cat >coin.lua <<'LUA'
return require "boardlab".rules {
  state = { strength = { 2 }, made = 1, winner = 1 },
  moves = function() return { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 } end,
  play = function(s, move, seat) s.strength[seat], s.made = move, s.made + 1 end,
  chance = function(s)
    local one = 500 + 40 * (s.strength[1] - s.strength[2])
    return s.made == 2 and { 1, 2, weights = { one, 1000 - one } } or nil
  end,
  roll = function(s, move) s.winner = move end,
  outcome = function(s) if s.winner > 0 then return s.winner end end,
}
LUA
cat >bot.lua <<'LUA'
return {
  options = { skill = { default = 4, min = 0, max = 9 }, idle = { default = 0, min = 0, max = 9 } },
  choose = function(s, me) return s:moves()[1 + me.options.skill] end,
}
LUA
race="tune coin.lua --player bot.lua --quiet"

# One is left: the sentences, the table, the files.
run 0 $race --vary-player skill=1..6 --against bot.lua:skill=3 --out one
no_err
out "coin.lua: 6 settings of bot.lua against bot.lua:skill=3, "
out "skill=6 is shown to be the best of the 6 settings against bot.lua:skill=3, with 95% confidence."
out "skill=6 scores 6"
out "eliminated after round 1"
out "This is said of play against bot.lua:skill=3: against another opponent another setting may be better."
out "one/race.csv    one row per setting; each has its games in a folder beside it"
grep -qE '^ +3 +0 +50\.0% .* eliminated after round' out || fail "the opponent itself has played, or does not score 50%"
[ "$(head -n 1 one/race.csv)" = 'run,skill,bot,games,pairs,score,score_low,score_high,elo,elo_low,elo_high,truncated_rate,forfeit_rate,eliminated' ] ||
  fail "wrong columns"
[ "$(wc -l <one/race.csv)" -eq 7 ] || fail "race.csv does not have 7 lines"
sed -n 2p one/race.csv | grep -q '^"skill=6",6,"bot.lua:skill=6",[0-9]*,[0-9]*,0\.6[0-9]*,0\.[0-9]*,0\.[0-9]*,,,,0.000000,0.000000,$' || fail "the best is not the first row"
(cd one && printf "%s " *) | grep -qx "race.csv race.json skill=1 skill=2 skill=4 skill=5 skill=6 " || fail "wrong files"
games=$(awk -F, 'NR > 1 { sum += $4 } END { print sum }' one/race.csv)
[ "$(cat one/skill=*/games.csv | grep -c '^"coin.lua"')" -eq "$games" ] || fail "the games of the folders are not those of race.csv"
run 0 stats one/skill=5
run 0 compare one/skill=5 one/skill=6
refuse 1 "it is the folder of a race: each folder in it is a run" stats one
refuse 1 "it is the folder of a race: each folder in it is a run" report one --out one.html

# The same bytes on one thread; resumed when it is complete; and without a folder the same result.
run 0 $race --vary-player skill=1..6 --against bot.lua:skill=3 --out alone --jobs 1
same one alone
run 0 $race --vary-player skill=1..6 --against bot.lua:skill=3 --out alone --resume
out "skill=6 is shown to be the best of the 6 settings"
same one alone
run 0 $race --vary-player skill=1..6 --against bot.lua:skill=3 --csv
no_err
cmp -s out one/race.csv || fail "--csv does not print race.csv"
run 0 $race --vary-player skill=1..6 --against bot.lua:skill=3 --json
grep -q '^  {"run": "skill=6", "skill": ' out || fail "--json does not print the settings"

# A race that was killed, or stopped by its limits, goes on and ends alike.
for file in skill=1/run.json skill=2/games.csv skill=6/games.csv skill=6/pairs.csv; do
  rm -rf killed
  start $race --vary-player skill=1..6 --against bot.lua:skill=3 --out killed
  for _ in $(seq 200); do [ -e killed/$file ] && break; sleep 0.02; done
  kill -KILL "$running" 2>/dev/null # unless it was faster
  wait "$running" 2>/dev/null
  running=
  run 0 $race --vary-player skill=1..6 --against bot.lua:skill=3 --out killed --resume
  same one killed
done
run 0 $race --vary-player skill=4,5 --against random --each 200 --out short
out "skill=5 has the highest score, but skill=4 may be as good."
out "With 95% confidence none of the others is more than "
run 0 $race --vary-player skill=4,5 --against random --out short --resume
out "skill=5 is shown to be the best of the 2 settings against random"

# An option that changes nothing: the same luck, the same games.
run 0 $race --vary-player idle=0..3 --against random
out "idle=0 scores as much as any other; idle=1, idle=2 and idle=3 are shown to be within 20 Elo of it, with 95% confidence."
run 0 $race --vary-player idle=0,1 --against random --close 5
out "idle=1 is shown to be within 5 Elo of it"

# Without --against the opponent is the player as given. Several options make all combinations.
run 0 $race --vary-player skill=0,9 --vary-player idle=1,2 --games 800
out "coin.lua: 4 settings of bot.lua against bot.lua, "
out "2 settings were eliminated: shown to be worse than another."

# Built-in bots and programs.
run 0 tune quoridor:size=3 --player mcts:c=1 --vary-player iterations=1,50 --against greedy --opening 2 --games 800 --quiet
out "quoridor:size=3: 2 settings of mcts:c=1 against greedy, "
run 0 tune quoridor:size=3 --player "exec,ms=5000:python3 $programs/wallflower.py" --vary-player ms=5000,9000 --against random --games 400 --each 200 --quiet --csv
grep -q '^"ms=9000",9000,"exec,ms=9000:python3 ' out || fail "the options of a program do not stand before its command"

# Games that repeat each other show nothing.
run 0 tune quoridor:size=5 --player alphabeta --vary-player depth=1,2 --against greedy --quiet
out "Both runs repeat their games; depth=1 has "
! grep -q "confidence" out || fail "one game is claimed to show something"

# A setting that forfeits loses; if all do, the race fails.
cat >broken.lua <<'LUA'
return { options = { n = { default = 0, min = 0, max = 2 } },
  choose = function(s, me) if me.options.n > 0 then error("n is " .. me.options.n) end return s:moves()[1] end }
LUA
run 0 tune coin.lua --player broken.lua --vary-player n=0,1 --against random --quiet --games 800
out "n=0 is shown to be the best of the 2 settings against random"
out "The first forfeit: "
run 1 tune coin.lua --player broken.lua --vary-player n=1,2 --against random --quiet --games 400
err "every game was forfeited"

# What is wrong is said before anything is played.
refuse 2 "there is nothing to vary: add --vary-player option=4..12" $race
refuse 2 "there is one setting only: --vary-player needs two values or more" $race --vary-player skill=1
refuse 2 "bot.lua has no option 'skil'; did you mean 'skill'?" $race --vary-player skil=1,2
refuse 2 "--vary-player skill needs values: its values are 0..9" $race --vary-player skill
refuse 2 "--vary-player skill=5..2 goes from the higher value to the lower: write skill=2..5" $race --vary-player skill=5..2
refuse 2 "--vary-player skill lists 2 twice" $race --vary-player skill=2,2
refuse 2 "the values make more than 200 settings" tune coin.lua --player mcts --vary-player iterations=1..201
refuse 2 "there is no bot 'nobody'" $race --vary-player skill=1,2 --against nobody
refuse 2 "--goal tunes a game and cannot be combined with --player" $race --vary-player skill=1,2 --goal plies=2
refuse 2 "--against needs --player BOT" tune coin.lua --vary x=1 --against random
refuse 2 "--first 100 is too few games: use 200 or more" $race --vary-player skill=1,2 --first 100
refuse 2 "the first round of 2 settings takes 400 games, 200 of each: --games and --each must allow that" $race --vary-player skill=1,2 --games 300
refuse 2 "does not have two sides that take turns" tune dorix:players=3 --player mcts --vary-player iterations=1,2
refuse 1 "one already holds a race: choose another folder, or continue it with --resume" $race --vary-player skill=1..6 --against bot.lua:skill=3 --out one
refuse 1 "one holds a different race: it was made with --against bot.lua:skill=3" $race --vary-player skill=1..6 --against bot.lua:skill=2 --out one --resume

conclude

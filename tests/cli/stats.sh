#!/usr/bin/env bash
# Tests of boardlab stats and boardlab report from the command line: the metrics of a
# run, its report, and the messages about folders that are not runs. The page is not
# opened here, but its data are read.
#
# Called with the path of the command.
#
# Tests are called by name.
# shellcheck disable=SC2317
reseal=$(realpath "$2")
. "$(dirname "$0")/../support/expect.sh"

# Check the lines of a table by patterns.
has_line() { grep -qE -- "$1" out || fail "stdout lacks: $1"; }
lacks_line() { ! grep -qE -- "$1" out || fail "stdout has: $1"; }

# page PAGE EXPRESSION VALUE
page() {
  local is
  is=$(shows "$1" "$2")
  [ "$is" = "$3" ] || fail "in $1, $2 is $is, not $3"
}

# ---- stats -----------------------------------------------------------------

test_table() {
  run 0 stats one
  no_err
  has_line '^scope +key +metric +value +95% +n$'
  has_line '^run +games +200 +200$'
  has_line '^seat +1 +win_rate +[0-9]{2}\.[0-9]% +[0-9]{2}\.[0-9] to [0-9]{2}\.[0-9] +200$'
  # Numbers are rounded by their kind.
  has_line '^run +first_player_advantage +[+-][0-9.]+ points +[+-][0-9]+\.[0-9] to [+-][0-9]+\.[0-9] +200$'
  has_line '^run +first_player_elo +[+-][0-9]+ +[+-][0-9]+ to [+-][0-9]+ +200$'
  has_line '^run +p_value +(0\.[0-9]{3,4}|<0\.0001) +200$'
  has_line '^run +plies_mean +[0-9]+\.[0-9] +200$'
  has_line '^run +plies_median +[0-9]+ +[0-9]+ to [0-9]+ +200$'
  lacks_line '[0-9]\.[0-9]{5}|[0-9]e[+-]|inf'
  has_line '^complexity +branching_mean '
  has_line '^ply +1 +branching_mean '
  has_line '^cell +c3 +rate '
  has_line '^kind +lay L empty +rate '
  has_line '^opening +Lc3 +win_rate '
  has_line '^length +[0-9]+ +rate '
  lacks_line '^tension'
  # The output is the same if the moves of some games were not kept.
  cp out table
  run 0 stats plain --jobs 2
  diff -q out table >/dev/null || fail "--moves makes a difference"
  play all_moves tictacdoh --games 1020 --moves
  play first_moves tictacdoh --games 1020
  run 0 stats all_moves --sample 1020
  cp out table
  run 0 stats first_moves --sample 1020 --jobs 2
  diff -q out table >/dev/null || fail "games played again make a difference"
  run 0 stats one --sample 0
  no_err
  has_line '^run +games +200 '
  lacks_line '^(complexity|ply|cell|kind|opening|tension)'
  run 0 stats one --sample 3
  has_line '^complexity +plies +[0-9,]+ +3$'
  has_line '^run +games +200 '
  run 0 stats one/ --sample 1000000000000 --quiet
  has_line '^complexity +plies +[0-9,]+ +200$'
}

test_tension() {
  run 0 stats one --oracle playouts=4 --sample 20 --jobs 1
  no_err
  has_line '^tension +playouts=4 +lead_changes '
  has_line '^tension +playouts=4 +drama '
  has_line '^tension +playouts=4 +decisiveness '
  has_line '^tension +playouts=4 +comeback_rate '
  has_line '^tension +playouts=4 +uncertainty '
  has_line '^lead +1 +winner_lead '
  has_line '^choices +early +choice_gain +[+]?[0-9.]+ points '
  has_line '^choices +all +choice_rate +[0-9.]+% '
  has_line '^choices +late +reasonable_moves '
  lacks_line '^(kingmaking|waiting)'
  has_line '^Who leads is judged by 4 random playouts from each position \(--oracle playouts=4\).$'
  cp out table
  run 0 stats plain --oracle playouts=4 --sample 20 --jobs 3
  diff -q out table >/dev/null || fail "threads make a difference"
  # Random bots are judged by playouts, unless another oracle is asked for.
  run 0 stats one --tension --sample 5
  has_line '^tension +playouts=200 +drama '
  run 0 stats one --tension --oracle eval
  has_line '^tension +eval +drama '
  has_line "^Who leads is judged by the game's own evaluation \(--oracle eval\).$"
  run 0 stats one --oracle mcts:iterations=20 --sample 5
  has_line '^tension +mcts:iterations=20 +drama '
  run 0 stats three --oracle playouts=4 --sample 5
  has_line '^waiting +waiting_plies +[0-9.]+ '
  has_line '^kingmaking +playouts=4 +hopeless_rate '
  has_line '^kingmaking +playouts=4 +kingmaking_rate '
  # Where many games have no result, nobody knows how good the values are.
  run 0 simulate quoridor:size=5 --games 40 --max-plies 30 --quiet --out stopped
  run 0 stats stopped --oracle eval
  has_line '^tension +eval +calibration +– +[0-9]+$'
  has_line '^How well its values agree with the results is not known: [0-9]+ of 40 games have none.$'
}

# picked CONDITION VERB…: runs mlr on those rows of stats.csv.
picked() {
  local condition=$1
  shift
  mlr --icsv --onidx filter "$condition" 'then' "$@" stats.csv
}

# Another program reads the CSV.
# shellcheck disable=SC2016 # the dollars are mlr's
test_csv() {
  local seat is should line
  run 0 stats one --csv --oracle playouts=2 --sample 20
  no_err
  cp out stats.csv
  [ "$(head -n 1 stats.csv)" = scope,key,metric,value,low,high,n,reason ] || fail "wrong header"
  command="stats one --csv, read by mlr"
  mlr --icsv --ojson cat stats.csv >mlr.json 2>err || fail "mlr cannot read it"
  [ "$(picked '$scope == "run" && $metric == "games"' cut -f value)" = 200 ] || fail "wrong number of games"
  # --json has the same rows.
  run 0 stats one --json --oracle playouts=2 --sample 20
  sed 's/\bnull\b/""/g' out | mlr --ijson --ocsv cat >json.csv
  mlr --icsv --ocsv cat stats.csv >mlr.csv
  cmp -s json.csv mlr.csv || fail "--json has other rows than --csv"
  run 0 simulate tictacdoh --seat greedy --seat random --games 20 --out lopsided --quiet
  run 0 stats lopsided --json
  out '"metric": "first_player_elo", "value": "inf", "low": '
  # The wins are those mlr counts in games.csv.
  for seat in 1 2; do
    is=$(picked "\$scope == \"seat\" && \$key == $seat && \$metric == \"win_rate\"" put -q 'print fmtnum(200 * $value, "%.0f")')
    should=$(mlr --icsv --onidx filter "\$outcome == \"win\" && \$winner == $seat" 'then' count one/games.csv)
    [ "$is" = "$should" ] || fail "seat $seat wins $is games, not $should"
  done
  [ "$(picked '$low != "" && ($low > $value || $value > $high)' count)" -eq 0 ] || fail "a value lies outside of its interval"
  # It contains all rows of summary.csv.
  while IFS= read -r line; do
    grep -qxF -- "$line" stats.csv || fail "lacks: $line"
  done <one/summary.csv
}

test_unfinished() {
  # As a kill may leave it: a run of 50 games with a checkpoint after 20, and half a
  # line after it.
  play part tictacdoh --games 20 --moves
  sed -i -e 's/"games": 20/"games": 50/' -e 's/"complete": true/"complete": false/' part/run.json
  "$reseal" part/run.json
  printf '20,1,"ran' >>part/games.csv
  printf '20,1,1,"L' >>part/moves.csv
  run 0 stats part
  has_line '^run +games +20 '
  has_line '^complexity +plies +[0-9,]+ +20$'
  for sample in 0 10; do
    run 0 stats part --sample "$sample"
    has_line '^The run is not complete: 20 of 50 games\.$'
    run 0 stats part --sample "$sample" --csv
    err "boardlab: warning: the run is not complete: 20 of 50 games"
    lacks_line complete
  done
  run 0 report part
  page part/report.html 'run.complete + " " + run.games + " of " + run.planned' 'false 20 of 50'
  page part/report.html 'run.head.notes[0]' 'The run is not complete: 20 of 50 games.'
  play shard tictacdoh --games 50 --shard 2/3
  run 0 report shard
  page shard/report.html 'run.head.notes[0]' 'This is shard 2 of 3, not the whole run.'
}

# ---- refusals --------------------------------------------------------------

test_usage() {
  refuse 2 "missing argument" stats
  refuse 2 "missing argument" report
  refuse 2 "unexpected argument" stats one plain
  refuse 2 "--sample" stats one --sample -1
  refuse 2 "--sample" stats one --sample many
  refuse 2 "there is no oracle 'delphi'" stats one --oracle delphi
  refuse 2 "playouts must be an even number from 2 to 1000000, not '5'" stats one --oracle playouts=5
  refuse 2 "--tension needs a sample of games" stats one --tension --sample 0
  refuse 1 "needs a game of two sides" stats three --oracle mcts
  refuse 2 "--jobs" stats one --jobs 0
  refuse 2 "--replays" report one --replays 33
  refuse 2 "did you mean --sample" stats one --sampel 5
  refuse 2 "the report's file name is empty" report one --out ''
  refuse 2 "the report's file name is too long" report one --out "$(printf 'a%.0s' {1..5000})"
}

# spoil FOLDER COMMAND: makes a copy of the run and damages it.
spoil() {
  rm -rf bad
  cp -r "$1" bad
  (cd bad && bash -c "$2")
}

test_bad_folders() {
  local name
  mkdir empty
  for name in stats report; do
    refuse 1 "nowhere is not the folder of a run" "$name" nowhere
    refuse 1 "empty is not the folder of a run: there is no run.json" "$name" empty
    refuse 1 "the folder name is empty: name the folder of a run" "$name" ''
    refuse 1 "is not the folder of a run" "$name" one/games.csv
    spoil one 'truncate -s -9 run.json'
    refuse 1 "bad/run.json does not end with its checksum" "$name" bad
    spoil one 'echo {} >run.json'
    refuse 1 "bad/run.json does not end with its checksum" "$name" bad
    spoil one 'sed -i "s/\"max_plies\": 27/\"max_plies\": 28/" run.json'
    refuse 1 "bad/run.json has changed since it was written: it has been edited" "$name" bad
    spoil one 'sed -i "s/\"max_plies\": 27/\"max_plies\": 4294967323/" run.json'
    "$reseal" bad/run.json
    refuse 1 "bad/run.json is not the manifest of a run" "$name" bad
    spoil one 'rm games.csv'
    refuse 1 "could not open bad/games.csv: No such file" "$name" bad
    spoil one 'rm games.csv && mkdir games.csv'
    refuse 1 "bad/games.csv is not a file" "$name" bad
    spoil one ': >games.csv'
    refuse 1 "bad/games.csv is too short: it has 0 bytes" "$name" bad
    spoil one 'sed -i "100s/,win,/,won,/" games.csv'
    refuse 1 "bad/games.csv has changed since it was written" "$name" bad
    err "line 100: column 6, outcome: 'won' where win, loss, draw, truncated or forfeit should be"
    spoil one 'truncate -s -5 games.csv'
    refuse 1 "bad/games.csv is too short" "$name" bad
    err "its last whole line is 200"
    spoil one 'tail -n 1 games.csv >>games.csv'
    refuse 1 "something has been added" "$name" bad
    spoil one 'sed -i "s/$/\r/" games.csv'
    refuse 1 "bad/games.csv has changed since it was written: its line endings are now CR LF" "$name" bad
    spoil one 'sed -i "s/$/\r/" run.json'
    refuse 1 "bad/run.json has changed since it was written: its line endings are now CR LF" "$name" bad
    spoil one 'echo >>run.json'
    refuse 1 "bad/run.json has changed since it was written: something has been added to it" "$name" bad
    spoil one 'sed -i "1a one more" games.csv'
    refuse 1 "bad/games.csv has changed since it was written: it has been edited; bad/games.csv, line 2: 1 field where" \
      "$name" bad
    spoil one 'rm moves.csv'
    refuse 1 "bad: could not replay its games: could not open bad/moves.csv" "$name" bad
    err "--sample 0 skips that"
    spoil one 'sed -i "3s/\"[A-Z]/\"Q/" moves.csv'
    refuse 1 "bad/moves.csv, line 3: column 4, move: " "$name" bad
    run 0 "$name" bad --sample 0
  done
  rm -rf bad
}

# The game has changed or is gone: only metrics that do not need it are shown.
test_changed_game() {
  cat >mine.lua <<'EOF'
return require("boardlab").variant { base = "tictacdoh" }
EOF
  play mine mine.lua --games 20
  run 0 stats mine
  echo "-- changed" >>mine.lua
  refuse 1 "mine.lua has changed since the run began" stats mine
  refuse 1 "mine.lua has changed since the run began" report mine
  rm mine.lua
  refuse 1 "mine.lua" stats mine
  run 0 stats mine --sample 0
  has_line '^run +games +20 '
  run 0 report mine --sample 0
  page mine/report.html 'run.game' mine.lua
}

# Bots play again under the limits they had, or not at all.
test_other_limits() {
  cat >slow.lua <<'EOF'
return { choose = function(state)
  for _ = 1, 20000 do end
  return state:moves()[1]
end }
EOF
  run 1 simulate tictacdoh --seat slow.lua --games 1001 --budget 10000 --quiet --out slow
  run 0 stats slow
  run 0 stats slow --budget 10000 --sample 1001
  refuse 1 "the rules, the bots or their limits (budget=10000" stats slow --sample 1001
}

# ---- reports ---------------------------------------------------------------

test_report() {
  run 0 report one
  no_err
  [ "$(cat out)" = one/report.html ] || fail "wrong path"
  page one/report.html 'run.head.title + " " + data.entries.length' 'Tic Tac Doh (Brian Schultze) 1'
  page one/report.html 'run.kind + " " + run.name + " " + run.games' 'run one 200'
  page one/report.html 'run.replays.length <= 8 && run.replays.length >= 2' true
  page one/report.html 'run.replays.every(r => r.frames.length === r.moves.length + 1)' true
  page one/report.html 'run.sample.games' '200'
  page one/report.html 'run.board.columns + "x" + run.board.rows' 5x5
  page one/report.html 'run.metrics[run.metrics.length - 1].slice(0, 3).join(" ")' 'convergence 200 win_rate'
  page one/report.html 'run.head.notes.length' 1
  # Its metrics are those of boardlab stats.
  run 0 stats one --csv
  cp out stats.csv
  shows one/report.html 'run.metrics.filter(f => f[0] !== "convergence").map(f => f.slice(0, 3).join(" ")).join("\n")' >named
  mlr --icsv --onidx cut -o -f scope,key,metric stats.csv | tr -s ' ' >wanted
  diff -q <(tr -s ' ' <named) wanted >/dev/null || fail "metrics differ from those of stats"
  cp one/report.html first.html
  run 0 report one --jobs 1 --out again.html
  cmp -s first.html again.html || fail "a report is not the same twice"
  run 0 report plain --jobs 2 --replays 0 --sample 5
  page plain/report.html 'run.replays.length + " " + run.sample.games' '0 5'
  run 0 report plain/ --sample 0
  page plain/report.html 'run.sample + " " + run.replays.length' 'null 0'
  # Several runs: the page goes where one of them is.
  run 0 report one plain three --sample 5
  [ "$(cat out)" = report.html ] || fail "wrong path"
  page report.html 'data.entries.map(e => e.name) + ""' one,plain,three
  refuse 1 "nowhere is not the folder of a run" report one nowhere
  # No games at all.
  play none tictacdoh --games 2 --shard 3/3
  run 0 report none
  page none/report.html 'run.games + " " + run.head.conclusion' '0 No game has been played yet.'
}

test_tournaments_and_sweeps() {
  run 0 tournament tictacdoh --bot random --bot bots/onestep.lua --bot bots/random.lua --games 4 --quiet --out cup
  run 0 report cup --sample 6
  page cup/report.html 'run.tournament.tables[0].rows[0][0] + " " + run.tournament.tables[0].rows.length' 'bots/onestep.lua 3'
  page cup/report.html 'run.tournament.tables[run.tournament.figures.find((f) => f.id === "crosstable").table].rows.length' 6
  run 0 sweep quoridor:size=3 --vary walls=0..2 --games 10 --quiet --out many
  run 0 report many
  page many/report.html 'run.kind + " " + run.document.tables[0].columns[2].key + " " + run.document.tables[0].rows.map(r => r[2])' 'sweep values.walls 0,1,2'
}

# Games to 8 are all drawn, others never, whatever the flag says; those to 9 with it are all the same. Without them, the flag seems to
# change the draws.
test_partial_sweep() {
  cat >opt.lua <<'END'
return require "boardlab".rules {
  name = "opt", options = { goal = { default = 10, min = 1, max = 50 }, flag = { default = 0, min = 0, max = 1 } },
  state = { sum = 1, only = 1 },
  start = function(s, _, o) s.only = o.goal == 9 and o.flag == 1 and 1 or 0 end,
  moves = function(s) return s.only == 1 and { 1 } or { 1, 2, 3 } end,
  play = function(s, move) s.sum = s.sum + move end,
  outcome = function(s, mover, o)
    if o.goal == 8 then return s.sum > 0 and "draw" or nil end
    return s.sum >= o.goal and mover or nil
  end,
}
END
  run 0 sweep opt.lua --vary goal=8,9,10 --vary flag=0,1 --games 200 --quiet --out partial
  has_line '^What each option does by itself is not said'
  lacks_line 'of flag, more games are drawn'
  run 0 sweep opt.lua --vary goal=8,10 --vary flag=0,1 --games 200 --quiet --out whole
  has_line 'games are drawn'
  lacks_line 'flag up by 1'
}

# Twelve or more joint winners once did not fit.
test_many_winners() {
  cat >sixteen.lua <<'EOF'
local everybody = {}
for seat = 1, 16 do everybody[seat] = seat end
return require("boardlab").rules {
  name = "sixteen",
  options = { players = { default = 16, min = 16, max = 16, help = "players" } },
  state = { n = 1 },
  moves = function() return { 1 } end,
  play = function(s) s.n = s.n + 1 end,
  outcome = function(s) if s.n == 3 then return everybody end end,
}
EOF
  play sixteen sixteen.lua --games 2
  run 0 report sixteen
  page sixteen/report.html "/14, 15 and 16 win in 3 plies/.test(run.replays[0].label)" true
}

# Names are data, whatever they contain.
test_names() {
  local bot='é "q" & </script><b>.lua' forfeits
  mkdir 'é <'
  mkdir -p "${bot%/*}"
  echo 'return { name = "<i>", choose = function(state) return state:moves()[1] end }' >"$bot"
  play 'é </run' tictacdoh --seat "$bot" --seat random --games 6 --moves
  run 0 report 'é </run'
  grep -qF '<b>.lua' 'é </run/report.html' && fail "a name is in the page unescaped"
  [ "$(grep -c '</script>' 'é </run/report.html')" -eq "$(grep -c '</script>' one/report.html)" ] ||
    fail "a name ends a script"
  page 'é </run/report.html' 'run.bots[0]' "$bot"
  page 'é </run/report.html' 'run.name' 'é </run'
  page 'é </run/report.html' 'run.metrics.filter(f => f[0] === "bot").length > 0' true
  run 0 stats 'é </run' --csv
  cp out stats.csv
  [ "$(mlr --icsv --ojson cut -f key stats.csv | grep -cF '\"q\" & </script>')" -eq 3 ] || fail "mlr does not find the bot"
  # A reason that is too long ends between characters.
  echo 'return { choose = function() error(("é</script>…"):rep(40)) end }' >wordy.lua
  run 1 simulate tictacdoh --seat wordy.lua --games 3 --quiet --out wordy
  run 0 report wordy
  page wordy/report.html 'run.head.notes[0].includes("The first reason: wordy.lua:1: é</script>…é")' true
  forfeits=$(shows wordy/report.html 'run.head.notes.length')
  [ "$forfeits" -eq 1 ] || fail "$forfeits notes, not 1"
  page wordy/report.html 'run.head.notes[0].includes("They do not count as wins. ")' true
  # Bots that change seats have scores, in which somebody else has the point.
  run 1 simulate tictacdoh --seat wordy.lua --seat random --rotate --games 4 --quiet --out wordy_rotated
  run 0 report wordy_rotated
  page wordy_rotated/report.html 'run.head.notes[0].includes("scores and ratings of bots give the point to the others")' true
}

no_drafts() { [ -z "$(find . -name '.boardlab-*')" ] || fail "a draft is left"; }

# A page is written completely or not at all.
test_unwritable() {
  cp one/report.html old.html; cp old.html kept.html
  refuse 1 "could not create no/where.html" report one --out no/where.html
  mkdir place
  refuse 1 "place is not a file" report one --out place
  # A report replaces a report or an empty file, also through a link, but no other file.
  echo "<title>my page</title>" >mine.html
  refuse 1 "mine.html exists and is not a report of boardlab" report one --out mine.html
  cp mine.html one.lua;   refuse 1 "one.lua exists and is not a report" report one --out one.lua
  ln -s mine.html other.html
  refuse 1 "other.html exists and is not a report" report one --out other.html
  ln -s missing.html dangling.html
  refuse 1 "is a link to a file that does not exist" report one --out dangling.html
  : >mine.html
  run 0 report one --out other.html
  run 0 report one --out mine.html
  [ -L other.html ] || fail "the link was replaced"
  page mine.html 'run.name' one
  no_drafts
  command="report one, on a full disk"
  (trap '' XFSZ && prlimit --fsize=10000 "$boardlab" report one --out kept.html >out 2>err </dev/null)
  [ $? -eq 1 ] || fail "did not fail"
  err "could not write kept.html: File too large"
  no_out
  cmp -s old.html kept.html || fail "the old report is gone"
  no_drafts
  cp one/report.html before.html
  (trap '' XFSZ && prlimit --fsize=10000 "$boardlab" report one >out 2>err </dev/null)
  cmp -s before.html one/report.html || fail "the old report is gone"
  no_drafts
  if [ -w /dev/full ]; then
    command="stats one >/dev/full"
    "$boardlab" stats one >/dev/full 2>err </dev/null
    [ $? -eq 1 ] || fail "a full disk is not reported"
    "$boardlab" stats one --csv >/dev/full 2>err </dev/null
    [ $? -eq 1 ] || fail "a full disk is not reported"
  fi
  [ "$(id -u)" -eq 0 ] && return # whom no folder is closed to
  mkdir -m 555 closed
  refuse 1 "Permission denied" report one --out closed/report.html
}

# A page replaces neither a pipe nor the results it is about.
test_in_the_way() {
  mkfifo pipe
  refuse 1 "pipe is not a file" report one --out pipe
  [ -p pipe ] || fail "the pipe is gone"
  refuse 1 "is a file of a run" report one --out one/games.csv
  refuse 1 "is a file of a run" report one --out ./one/run.json
  ln -s elsewhere.html link.html
  : >elsewhere.html
  run 0 report one --out link.html
  if [ ! -L link.html ] || ! grep -q boardlab elsewhere.html; then fail "a link is not followed"; fi
}

# Things that are not files, and tables whose first row is not a header.
test_no_tables() {
  local name
  cp -r one piped && rm piped/moves.csv && mkfifo piped/moves.csv
  refuse 1 "piped/moves.csv is not a file" stats piped
  for name in sweep ladder tune; do
    mkdir "odd_$name"
    echo 'run,game' >"odd_$name/$name.csv"
    refuse 1 "odd_$name/$name.json is missing: it holds the " report "odd_$name"
    if [ "$name" = tune ]; then err "restore it, or tune again into another folder"
    else err "checksum of $name.csv; the same command with --resume writes it again"; fi
    printf '{\n  "boardlab": "1",\n  "commit": "2",\n  "title": "x",\n  "arguments": [],\n  "complete": true,\n  "csv": {},\n  "xxh64": ""\n}\n' \
      >"odd_$name/$name.json"
    refuse 1 "odd_$name/$name.json does not end with its checksum" report "odd_$name"
    "$reseal" "odd_$name/$name.json"
    refuse 1 "odd_$name/$name.csv has changed since it was written" report "odd_$name"
    rm "odd_$name/$name.csv" && mkfifo "odd_$name/$name.csv"
    refuse 1 "is not a file" report "odd_$name"
  done
  refuse 1 "it is the folder of a sweep" stats odd_sweep
}

# The build that has played it; a name that is none is an error.
test_builds() {
  cp -r one unnamed
  run 0 report unnamed --out named.html
  grep -q '"Played by"' named.html || fail "the report does not say which boardlab has played it"
  sed -i 's/^  "commit": .*/  "commit": 7,/' unnamed/run.json
  "$reseal" unnamed/run.json
  refuse 1 "unnamed/run.json is not the manifest of a run: its 'commit' is not a name" stats unnamed
  run 0 tune tictacdoh --vary blocked_loses=true,false --goal plies=9 --games 300 --quiet --out tuned
  sed -i 's/^  "boardlab": .*/  "boardlab": [],/' tuned/tune.json
  "$reseal" tuned/tune.json
  refuse 1 "tuned/tune.json is not the manifest of a tuning: its 'boardlab' is not a name" report tuned
}

# Games played by the clock cannot be played again: they are replayed as far as their moves
# were kept.
test_by_the_clock() {
  local by_clock="--seat mcts:ms=1 --seat random --games 6"
  # shellcheck disable=SC2086
  "$boardlab" simulate tictacdoh $by_clock --quiet --out timed >out
  has_line 'the same command will play different games'
  run 0 stats timed --oracle playouts=4
  has_line '^run +games +6 '
  has_line '^opening '
  lacks_line 'could be replayed'
  run 0 report timed
  play many_timed tictacdoh --seat random --seat mcts:ms=1 --max-plies 1 --games 1010
  run 0 stats many_timed
  lacks_line 'could be replayed'
  run 0 stats many_timed --sample 1010
  has_line 'Only the first 1,000 of its games could be replayed'
}

# Selected scopes only.
test_scopes() {
  run 0 stats one --scope seat --scope kind --csv
  has_line '^seat,"1",win_rate,'
  has_line '^kind,'
  lacks_line '^run,'
  # Each scope is named once.
  refuse 1 "only of run, seat, end, bot, length, complexity, ply, cell, kind, opening" stats one --scope tension
}

# --like: a bot without chance agrees with itself, and random players as often as chance has it.
test_agreement() {
  rate() { awk -F, -v name="$1" '$1 == "agreement" && $2 == "\"all\"" && $3 == name { print $4, $5, $6 }' out; }
  run 0 simulate quoridor:size=5 --seat bots/runner.lua --seat random --games 60 --quiet --out runner
  run 0 stats runner --like bots/runner.lua --scope agreement --csv
  grep -q '^agreement,"seat 1",agreement_rate,1,' out || fail "a bot does not agree with itself"
  lacks_line '^agreement,"seat 3"'
  run 0 simulate quoridor:size=5 --games 300 --moves --quiet --out wandering
  run 0 stats wandering --like random --scope agreement --csv --jobs 1
  read -r _ low high <<<"$(rate agreement_rate)"
  read -r chance _ <<<"$(rate chance_rate)"
  awk "BEGIN { exit !($low < $chance && $chance < $high) }" || fail "random players agree in $low to $high, not $chance"
  cp out one_job
  run 0 stats wandering --like random --scope agreement --csv --jobs 2
  cmp one_job out || fail "another agreement with two jobs"
  refuse 2 "--like needs a sample of games: --sample N" stats wandering --like random --sample 0
  refuse 1 "there is no bot 'nobody'" stats wandering --like nobody
}

# A rating that the results do not bound.
test_unbounded() {
  run 0 simulate quoridor --seat bots/walls.lua --seat random --rotate --games 10 --quiet --out won
  run 0 stats won --sample 0
  has_line '^match .* elo +– +no bound +5$'
  lacks_line 'inf'
}

# A run whose games repeat each other says so wherever it is shown; one with a random start does not.
test_repeats() {
  local same="All 30 games are one and the same, move for move."
  run 0 simulate quoridor --seat bots/runner.lua --games 30 --quiet --out same
  out "$same"
  run 0 stats same --sample 0
  out "$same"
  has_line '^run +distinct_games +1 +30$'
  run 0 report same --out same.html
  page same.html 'run.head.conclusion[0].startsWith("All 30 games are one and the same")' true
  run 0 simulate variants/quoridor_opening.lua --seat bots/runner.lua --games 30 --quiet
  lacks "move for move"
  run 0 tournament games/mnk.lua:m=2,n=2,k=2 --bot random --bot bots/onestep.lua --games 400 --quiet
  out "Only 24 of the 800 games are distinct; the others repeat them move for move."
}

# Balance is over games with a result; without any it is unknown, not perfect.
test_undecided() {
  run 0 simulate dorix --games 60 --max-plies 40 --quiet --out some
  has_line '^over 2[0-9] decided games of 60; [0-9.]+% have no result$'
  run 0 stats some --sample 0
  has_line '^run +balance +[0-9]+\.[0-9]% +[0-9.]+ to [0-9.]+ +2[0-9]$'
  run 0 report some
  page some/report.html 'run.balance.many_undecided' true
  page some/report.html 'run.head.conclusion[0].endsWith("of all games have no result.")' true
  run 0 simulate dorix --games 20 --max-plies 3 --quiet --out endless
  has_line '^over 0 decided games of 20; 100.0% have no result$'
  lacks_line '^balance'
  run 0 stats endless --csv
  has_line '^run,,balance,,,,0,$'
  has_line '^run,,p_value,,,,0,$'
  run 0 stats endless --sample 0
  has_line '^run +balance +– +0$'
  has_line '^run +plies_median +at least 3 +3 or more +20$'
  run 0 report endless
  page endless/report.html 'run.head.conclusion[0]' 'No game has a result: all were truncated or forfeited.'
  # a seat that never moves
  cat >dead.lua <<'END'
return require "boardlab".variant {
  base = "tictacdoh:players=3", name = "dead",
  next_seat = function(_, seat) return 3 - seat end,
}
END
  run 0 simulate dead.lua --games 50 --quiet --out dead
  has_line '^Seat 3 never moved and is left out of all results about balance.$'
  has_line 'sign test of equal seats'
  run 0 report dead
  page dead/report.html 'run.balance.live + ""' 1,2
  page dead/report.html 'run.head.notes.some((note) => note.startsWith("Seat 3 never moved"))' true
  # whether the seat or the bot is the reason
  run 0 simulate tictacdoh --seat greedy --seat random --games 30 --quiet --out unequal
  has_line '^Seat 1 \(greedy\) wins more often than seat 2 \(random\): '
  has_line '^the seats have different bots: a difference may be due to the bots$'
  has_line '^advantage of seat 1: '
  lacks_line '^first-player'
  run 0 report unequal
  page unequal/report.html 'run.balance.confounded' true
  page unequal/report.html 'run.head.conclusion[0].startsWith("Seat 1 (greedy) wins more often than seat 2 (random)")' true
  # one bot always wins: nothing is known of the seats
  run 0 simulate quoridor:size=5 --seat alphabeta:depth=2 --seat random --rotate --games 40 --quiet --out rated
  has_line '^Whether a seat has an advantage is not known: these results do not tell the'
  run 0 stats rated --csv --scope run
  has_line '^run,,first_player_advantage,,,,0,"the results do not tell'
  lacks_line '^run,,(balance|entropy|chi_square|p_value),[^,]'
}

play one tictacdoh --games 200 --seed 5 --moves
play plain tictacdoh --games 200 --seed 5
play three tictacdoh:players=3 --games 20
run_parts table tension csv unfinished usage bad_folders changed_game other_limits \
  report tournaments_and_sweeps many_winners names unwritable in_the_way no_tables builds by_the_clock scopes repeats undecided
conclude

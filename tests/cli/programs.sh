#!/usr/bin/env bash
# Programs as players, as a user meets them: runs, forfeits, that nobody is left, and who
# may start a program. Takes the paths of the command, of reseal, of scripts/bots/last.c and of faulty.
#
# Tests are called by name.
# shellcheck disable=SC2317,SC2119
reseal=$(realpath "$2") last=$(realpath "$3") faulty=$(realpath "$4")
. "$(dirname "$0")/../support/expect.sh"

cp "$last" last
cp "$faulty" faulty
small=quoridor:size=5,walls=2

# forfeits N FOLDER: so many games of a run were forfeited.
forfeits() {
  local found
  found=$(grep -c ',forfeit,' "$2/games.csv")
  [ "$found" -eq "$1" ] || fail "$found games of $2 were forfeited, not $1: $(grep -m 1 ',forfeit,' "$2/games.csv")"
}

# no_program MARKER: no process has this argument, or will not in two seconds. The one that searches has another.
is_gone() { ! cat /proc/[0-9]*/cmdline 2>/dev/null | grep -qzxe "${1%?}[${1: -1}]"; }
no_program() {
  local tries
  for tries in {1..200}; do
    is_gone "$1" && return
    [ "$tries" -lt 200 ] && sleep 0.01
  done
  fail "a program is left: $1"
}

# ---- runs ------------------------------------------------------------------------

test_runs() {
  local seats=(--seat exec:./last --seat random --rotate --seed 7 --quiet) k
  run 0 simulate "$small" "${seats[@]}" --games 24 --jobs 1 --out one
  run 0 simulate "$small" "${seats[@]}" --games 24 --jobs 4 --verify 3 --out four
  out "verified: 3 games played again"
  same one four
  for k in 1 2 3; do
    run 0 simulate "$small" "${seats[@]}" --games 24 --shard "$k/3" --out "part$k"
  done
  run 0 merge part1 part2 part3 --out merged
  same one merged
  run 0 simulate "$small" "${seats[@]}" --games 10 --out more
  run 0 simulate "$small" "${seats[@]}" --games 24 --resume --out more
  same_games one more
  # What the manifest says; and all moves are kept, although nobody has asked for them.
  run 0 simulate quoridor:size=3,walls=0 "${seats[@]}" --games 1020 --out long
  [ "$(cut -d, -f1 long/moves.csv | sort -u | wc -l)" -eq 1021 ] || fail "does not keep all moves"
  contains one/run.json '"exec:./last": {
      "name": "last 1.0",
      "deterministic": true' || fail "run.json lacks the program"
  grep -Eq '"\./last": "[0-9a-f]{16}"' one/run.json || fail "run.json lacks the hash"
  grep -q '"reproducible": true' one/run.json || fail "is not reproducible"
  # Killed and resumed.
  seats=(--seat "exec:./faulty slow 3" --seat random --rotate --jobs 1 --quiet)
  run 0 simulate quoridor:size=3 "${seats[@]}" --games 120 --out whole
  start simulate quoridor:size=3 "${seats[@]}" --games 120 --out stopped
  until_true played stopped
  kill -KILL "$running"
  finish
  no_program ./faulty
  run 0 simulate quoridor:size=3 "${seats[@]}" --games 120 --resume --out stopped
  same whole stopped
  # The program has changed.
  seats=(--seat exec:./last --seat random --rotate --seed 7 --quiet)
  cp last kept
  echo >>last
  kept=(one)
  refuse 2 "./last has changed since the run began" simulate "$small" "${seats[@]}" --games 90 --resume --out one
  kept=(.)
  mv kept last
  # A name that stays a name.
  run 0 simulate "$small" --seat "exec:sh -c 'exec ./last'" --seat random --games 2 --quiet --out quoted
  forfeits 0 quoted
}

# Runs that compare extends are the same on any number of threads, and in one go or in two.
test_extended() {
  local jobs side
  run 0 simulate "$small" --seat exec:./last --seat random --rotate --games 20 --seed 3 --quiet --out a
  run 0 simulate "$small" --seat greedy --seat random --rotate --games 20 --seed 3 --quiet --out b
  for jobs in 1 4; do
    cp -r a "a$jobs" && cp -r b "b$jobs"
    run 0 compare "a$jobs" "b$jobs" --sprt elo0=0,elo1=5 --bot exec:./last --games 60 --jobs "$jobs" --quiet
    cp -r a "ua$jobs" && cp -r b "ub$jobs"
    [ "$jobs" -eq 1 ] || run 0 compare ua4 ub4 --until draw=1% --bot exec:./last --games 30 --quiet
    run 0 compare "ua$jobs" "ub$jobs" --until draw=1% --bot exec:./last --games 60 --jobs "$jobs" --quiet
  done
  [ "$(wc -l <a1/games.csv)" -eq 61 ] || fail "--sprt does not extend a run with a program"
  for side in a b ua ub; do
    same_games "${side}1" "${side}4"
  done
  cp -r a refused
  run 1 compare refused b --sprt elo0=0,elo1=5 --bot exec:./other --games 60 --quiet
  err "exec:./last is a program, and starts only where a command or a script names it"
  run 2 compare a b --bot exec:./last
  err "--bot needs --until or --sprt"
}

# Programs that do not say that they are deterministic, or are not.
test_reproducible() {
  run 0 simulate "$small" --seat "exec:./faulty never-says 0" --seat random --games 4 --quiet --out free
  grep -q '"reproducible": false' free/run.json || fail "is said to be reproducible"
  refuse 2 "does not say that it is deterministic" simulate "$small" --seat "exec:./faulty never-says 0" --games 4 --verify 2 --quiet
  run 1 simulate "$small" --seat "exec:./faulty random 0" --seat random --games 4 --verify 2 --quiet
  err "played again differ"
}

# Reasons are in games.csv, and the last words of a program on the terminal.
test_forfeits() {
  local fault options reason
  while read -r fault options reason; do
    play "forfeit-$fault" "$small" --seat "exec$options:./faulty $fault 1" --seat random --games 3
    grep -q "1,\"$reason: " "forfeit-$fault/games.csv" || fail "$fault is not '$reason'"
    forfeits 3 "forfeit-$fault"
  done <<'END'
exit ,ms=0 crash
text ,ms=0 garbage
illegal ,ms=0 illegal move
silent ,ms=1 time
END
  run 0 play "$small" --seat "exec:./faulty errors-then-exit 1" --seat random --seed 1
  out "it ended with exit code 3
  standard error of the program:"
  out "the end"
  no_program ./faulty
}

# Programs that cannot start, or are no games, and a line without an end.
test_messages() {
  run 1 serve --address nowhere.example --bot exec:./nope --bot "exec:./faulty errors-then-exit 1" --bot "exec:sh -c 'echo lost >&2; exit 4'"
  err "warning: exec:./nope: there is no program './nope'"
  err "crash: it ended with exit code 4"
  err "lost"
  [ "$(grep -c warning err)" -eq 2 ] || fail "warns of a program that starts"
  run 2 games exec:./last
  err "'exec:./last' is a bot, not a game: a program plays, with --seat or --bot
"
  head -c 17000000 /dev/zero | tr '\0' a >endless
  input=endless run 1 engine tictacdoh
  err "a line has more than 16777216 bytes"
}

# A program that falls silent does not keep a run that is stopped: its game is not played to the end.
has_asked() { [ "$(wc -l <asked)" -ge 60 ]; }
test_stopped() {
  : >asked
  start simulate "$small" --seat "exec:sh -c 'sed -u 60q | tee -a asked | ./last; exec sleep 600'" --seat random --games 1000 --jobs 1 --quiet --out silent
  until_true has_asked
  kill -INT "$running"
  finish 130
  forfeits 0 silent
  complete silent && fail "the run is said to be complete"
  run 0 simulate "$small" --seat exec:./last --seat random --games 1000 --quiet --out whole-silent
  cut -d, -f 2,3,6- silent/games.csv >few
  cut -d, -f 2,3,6- whole-silent/games.csv | head -n "$(wc -l <few)" | cmp -s few - || fail "the games of a stopped run are others"
}

# ---- nobody is left --------------------------------------------------------------

test_killed() {
  local how
  for how in KILL TERM INT; do
    rm -rf killed
    start simulate "$small" --seat "exec:./faulty family 20 killed-by-$how-$$" --seat bots/random.lua --games 100000 --quiet --out killed
    until_true played killed
    kill "-$how" "$running"
    finish
    no_program "killed-by-$how-$$"
  done
}

# ---- who may start a program ------------------------------------------------------

# Nothing has started it.
untouched() { [ ! -e touched ] || { fail "has started a program" && rm -f touched; }; }

# tries CODE ARGUMENT…: the command ends so, and starts nothing.
tries() {
  timeout 60 "$boardlab" "${@:2}" >out 2>err </dev/null
  code=$?
  command="${*:2}"
  [ -z "${VERBOSE-}" ] || echo "$code: $command: $(tail -n 1 err)"
  [ "$1" = any ] || [ "$code" -eq "$1" ] || fail "exit code $code, not $1"
  untouched
}

touch_spec="exec:touch $folder/touched"

test_trust_of_files() {
  local isolation what
  # Whatever a file calls, when it is opened and when it is asked.
  cat >attempts.lua <<END
local lab = require "boardlab"
local spec = "$touch_spec"
local calls = 0
return function(s)
  calls = calls + 1
  if calls > 5 then return end -- before the rules are complete, and a few times while they are used
  for _, f in pairs(lab) do
    if type(f) == "function" then
      pcall(f, spec)
      pcall(f, { game = "tictacdoh", bots = { spec, spec }, games = 1 })
      pcall(f, { game = "tictacdoh", bot = spec, against = spec, games = 1 })
      pcall(f, "tictacdoh", { bots = { spec, spec }, games = 1 })
      pcall(f, "tictacdoh", { spec, spec })
      pcall(function() return f(lab.game "tictacdoh", { spec, spec }) end)
    end
  end
  if s then
    for _, name in ipairs { "playout", "choose", "search", "bot", "play", "ask", "match" } do
      pcall(function() return s[name](s, spec) end)
      pcall(function() return s[name](s, { bot = spec, bots = { spec, spec } }) end)
    end
  end
end
END
  { sed 's/^return function/local function attempt/' attempts.lua && cat <<'END'
pcall(attempt)
return { name = "sly", choose = function(s) attempt(s) return s:random_move() end }
END
  } >slybot.lua
  { sed 's/^return function/local function attempt/' attempts.lua && cat <<'END'
pcall(attempt)
return lab.rules { name = "sly", state = { played = 1 },
  start = function(s) attempt(s) end,
  moves = function(s) attempt(s) return { 1 } end,
  play = function(s, n) attempt(s) s.played = s.played + n end,
  outcome = function(s, mover) attempt(s) if s.played == 2 then return mover end end,
  text = function(s, n) attempt(s) return tostring(n) end }
END
  } >slygame.lua
  { sed 's/^return function/local function attempt/' attempts.lua && cat <<'END'
pcall(attempt)
return lab.variant { base = "tictacdoh", name = "sly",
  filter = function(s, moves) attempt(s) return moves end,
  outcome = function(s) attempt(s) end }
END
  } >slyvariant.lua
  for isolation in auto off; do
    for what in "tictacdoh --seat slybot.lua" "slygame.lua --seat random" "slyvariant.lua --seat random"; do
      # shellcheck disable=SC2086 # words
      tries 0 simulate $what --games 2 --quiet --isolation "$isolation"
      # Nor if the command line names another program.
      # shellcheck disable=SC2086
      tries 0 simulate $what --seat exec:./last --games 2 --quiet --isolation "$isolation"
    done
    tries any check slybot.lua --isolation "$isolation"
    tries any check slygame.lua --isolation "$isolation"
  done
}

# Folders and games of a stranger: their manifests name a program in every place, under a seal that is right.
test_trust_of_results() {
  local command
  run 0 simulate "$small" --games 20 --seed 3 --quiet --out honest
  run 0 simulate "$small" --games 20 --seed 3 --shard 1/2 --quiet --out half1
  run 0 simulate "$small" --games 20 --seed 3 --shard 2/2 --quiet --out half2
  for dir in honest half1 half2; do
    sed -i "s|\"random\"|\"$touch_spec\"|g; s|\"--seed\"|\"--seat\", \"$touch_spec\", \"--seed\"|" "$dir/run.json"
    "$reseal" "$dir/run.json"
  done
  # The same with the files as they were, so that they are read.
  run 0 simulate "$small" --games 20 --seed 3 --quiet --out sly
  run 0 simulate "$small" --games 20 --seed 4 --quiet --out other
  sed -i "s|\"--seed\"|\"--seat\", \"$touch_spec\", \"--seed\"|" sly/run.json
  "$reseal" sly/run.json
  for dir in honest sly; do
    tries any stats "$dir"
    tries any report "$dir" --out page.html
    tries any replay "$dir"
    tries any replay "$dir" --game 3
    tries any compare "$dir" other
    tries any play "$dir"
    tries any simulate "$small" --games 40 --seed 3 --quiet --resume --out "$dir"
    tries any simulate "$small" --games 40 --seed 3 --quiet --resume --verify 2 --out "$dir"
  done
  tries any merge half1 half2 --out whole
  tries any stats whole
  # A run that really was played by a program, which is replayed without it.
  run 0 simulate "$small" --seat "exec:sh -c 'touch touched; exec ./last'" --seat random --games 5 --quiet --out real
  rm touched
  for command in "stats real" "report real --out page.html" "replay real --game 2" "compare real other" "merge real --out joined"; do
    # shellcheck disable=SC2086 # words
    tries 0 $command
  done
  tries 1 simulate "$small" --seat random --games 9 --quiet --resume --out real
  # Nor are runs extended by it.
  run 0 simulate "$small" --seat "exec:sh -c 'touch touched; exec ./last'" --seat random --games 5 --seed 2 --quiet --out real2
  rm touched
  tries 1 compare real real2 --until seat1 --games 20 --quiet
  contains err "starts only where a command or a script names it" || fail "is refused for another reason"
  # Named again, it starts.
  run 0 simulate "$small" --seat "exec:sh -c 'touch touched; exec ./last'" --seat random --games 5 --quiet --resume --out real
  [ -e touched ] || fail "does not start what it names"
  rm touched
}

test_trust_of_games() {
  run 0 play "$small" --seat random --seat greedy --seed 1 --save it.game
  grep -q random it.game || fail "the game does not name its bots"
  sed -i "s|random|$touch_spec|; s|greedy|$touch_spec|" it.game
  tries any play it.game
  tries any play --load it.game
  tries any replay it.game
  tries any show it.game
}

# Commands that are given a program where no player is named, and what completes command lines.
test_trust_of_words() {
  local command
  for command in games check bench show perft solve play replay profile coverage report stats merge run new; do
    tries any "$command" "$touch_spec"
  done
  tries any compare "$touch_spec" "$touch_spec"
  tries any __complete simulate quoridor --seat "$touch_spec"
  tries any __complete simulate quoridor --seat "$touch_spec" ""
  tries any __complete games "$touch_spec"
}

run_parts runs extended reproducible forfeits messages stopped killed trust_of_files trust_of_results trust_of_games trust_of_words
conclude

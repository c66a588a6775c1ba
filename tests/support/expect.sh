# shellcheck shell=bash
# Shared by the shell tests: runs boardlab and checks its output.
#
# Sourced with the path of boardlab as $1. Changes to a temporary folder that is
# removed at the end of the test. The files "out" and "err" there hold stdout and
# stderr of the last command. `fail` reports a failure; `conclude` ends the test.
set -u
boardlab=$(realpath "${1:?the path of the command is missing}")
program=$boardlab # the program that run and start call
input=/dev/null   # its stdin
folder=$(mktemp -d)
cd "$folder" || exit 1
: >out
: >err
failures=0
command= # the arguments of the last call, for messages
running= # the process ID of the program in the background, if any
kept=(.) # folders that `refuse` checks for changes

clean_up() {
  [ -z "$running" ] || kill -KILL "$running" 2>/dev/null
  cd / && rm -rf "$folder"
}
trap clean_up EXIT

fail() {
  echo "FAILED: ${program##*/} $command"
  echo "  $1"
  sed 's/^/  out: /' "$folder/out" | head -n 40
  sed 's/^/  err: /' "$folder/err" | head -n 40
  failures=$((failures + 1))
}

conclude() {
  [ "$failures" -eq 0 ] && echo "passed"
  exit $((failures > 0))
}

# run_parts NAME…: calls the functions test_NAME; prints their times if VERBOSE is set.
run_parts() {
  local part began
  for part in "$@"; do
    began=$SECONDS
    "test_$part"
    [ -z "${VERBOSE-}" ] || echo "$part: $((SECONDS - began)) s"
  done
}

# shows PAGE EXPRESSION: evaluates a JavaScript expression on the data of a page, which
# are in an element of their own.
shows() {
  node -e 'const page = require("fs").readFileSync(process.argv[1], "utf8");
    const data = JSON.parse(page.match(/<script type="application\/json" id="data">([^<]*)<\/script>/)[1]);
    const run = data.entries[0];
    console.log(eval(process.argv[2]))' "$1" "$2"
}

# ---- running -----------------------------------------------------------------

# run CODE ARGUMENT…: runs the program and checks its exit code.
run() {
  local wanted=$1
  shift
  command="$*"
  "$program" "$@" >"$folder/out" 2>"$folder/err" <"$input"
  code=$?
  [ "$code" -eq "$wanted" ] || fail "exit code $code, not $wanted"
}

# start ARGUMENT…: runs the program in the background. finish [CODE] waits for it,
# without the message of the shell about a killed job.
start() {
  command="$*"
  "$program" "$@" >"$folder/out" 2>"$folder/err" <"$input" &
  running=$!
}

finish() {
  wait "$running" 2>/dev/null
  code=$?
  running=
  [ "$code" -eq "${1-$code}" ] || fail "exit code $code, not $1"
}

# play FOLDER ARGUMENT…: simulates a run, which must be played to its end. That fails if every game was forfeited.
play() {
  local to=$1
  shift
  command="simulate $* --quiet --out $to"
  "$program" simulate "$@" --quiet --out "$to" >"$folder/out" 2>"$folder/err" <"$input"
  code=$?
  [ "$code" -eq 0 ] || grep -q "game was forfeited$" "$folder/err" || fail "exit code $code"
}

# refuse CODE TEXT ARGUMENT…: the program must fail with that message, print nothing
# on stdout, and change no file in the folders ${kept[@]}.
refuse() {
  local wanted=$1 text=$2 before
  shift 2
  before=$(state_of "${kept[@]}")
  run "$wanted" "$@"
  err "$text"
  no_out
  [ "$before" = "$(state_of "${kept[@]}")" ] || fail "files were changed in: ${kept[*]}"
}

# until_true COMMAND…: repeats a command until it succeeds, for a minute.
until_true() {
  local end=$((SECONDS + 60))
  while [ $SECONDS -le $end ]; do
    "$@" && return 0
    sleep 0.01
  done
  fail "timed out: $*"
  return 1
}

# ---- expectations ------------------------------------------------------------

# contains FILE TEXT: whether the text is in the file. There are thousands of these checks, so they start no grep.
contains() {
  local LC_ALL=C text
  IFS= read -rd '' text <"$1"
  [[ $text == *"$2"* ]]
}
out() { contains "$folder/out" "$1" || fail "stdout lacks: $1"; }
err() { contains "$folder/err" "$1" || fail "stderr lacks: $1"; }
lacks() { ! contains "$folder/out" "$1" || fail "stdout has: $1"; }
no_out() { [ ! -s "$folder/out" ] || fail "stdout is not empty"; }
no_err() { [ ! -s "$folder/err" ] || fail "stderr is not empty"; }

# same FOLDER FOLDER: both must hold the same files with the same bytes.
same() {
  local differ
  differ=$(diff -rq "$1" "$2" 2>&1) || fail "$1 and $2 differ: $(head -n 3 <<<"$differ")"
}

# same_games A B: two runs have the same games. One of them was complete and was given more games, as its run.json
# says, so that its intervals are wider.
same_games() {
  local file
  for file in games.csv moves.csv; do
    cmp -s "$1/$file" "$2/$file" || fail "$1/$file and $2/$file differ"
  done
  grep -q '"raised": \[' "$1/run.json" "$2/run.json" || fail "neither $1 nor $2 was given more games"
}

# Prints a checksum of all files in folders.
state_of() { find "$@" -type f ! -path ./out ! -path ./err -exec cksum {} + | sort | cksum; }

# mlr_is WANTED ARGUMENT…: checks the output of Miller on a CSV file.
mlr_is() {
  local wanted=$1 got
  shift
  command="… | mlr $*"
  got=$(mlr "$@" 2>&1)
  [ "$got" = "$wanted" ] || fail "Miller says '$got', not '$wanted'"
}

# Whether the run in a folder has saved any games, and whether it is complete.
played() { grep -Eqs '"played": [1-9]' "$1/run.json"; }
complete() { grep -qs '"complete": true' "$1/run.json"; }

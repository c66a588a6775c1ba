# shellcheck shell=bash
# What the tests in shell share: running the command, and what to expect of it.
#
# Sourced with the path of the command as $1. After that the test is in a new
# folder, which ends with it. "out" and "err" there have what was printed last.
# What is not as it should be is told by `fail`; `conclude` ends the test.
set -u
boardlab=$(realpath "${1:?the path of the command is missing}")
program=$boardlab # what is run,
input=/dev/null   # and what it reads
folder=$(mktemp -d)
cd "$folder" || exit 1
: >out
: >err
failures=0
command= # what was run last
running= # what was started and is not finished
kept=(.) # what must stay as it is when something is refused

# What was started in the background ends with the test.
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
  [ "$failures" -eq 0 ] && echo "all as it should be"
  exit $((failures > 0))
}

# run_parts NAME…: the functions test_NAME; with VERBOSE says how long each takes.
run_parts() {
  local part began
  for part in "$@"; do
    began=$SECONDS
    "test_$part"
    [ -z "${VERBOSE-}" ] || echo "$part: $((SECONDS - began)) s"
  done
}

# ---- running -----------------------------------------------------------------

# run CODE ARGUMENT…: runs the command and checks its exit code.
run() {
  local wanted=$1
  shift
  command="$*"
  "$program" "$@" >"$folder/out" 2>"$folder/err" <"$input"
  code=$?
  [ "$code" -eq "$wanted" ] || fail "exit code $code, not $wanted"
}

# start ARGUMENT…: the same in the background. finish [CODE] waits for it; the
# shell's own word on jobs that were killed is not wanted.
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

# play FOLDER ARGUMENT…: a run that must succeed.
play() {
  local to=$1
  shift
  run 0 simulate "$@" --quiet --out "$to"
}

# refuse CODE TEXT ARGUMENT…: must fail with a message, print no results, and
# change nothing in what is kept.
refuse() {
  local wanted=$1 text=$2 before
  shift 2
  before=$(state_of "${kept[@]}")
  run "$wanted" "$@"
  err "$text"
  no_out
  [ "$before" = "$(state_of "${kept[@]}")" ] || fail "files have been changed in: ${kept[*]}"
}

# until_true COMMAND…: tries it until it is true, for a minute or two.
until_true() {
  local try
  for ((try = 0; try < 6000; try++)); do
    "$@" && return 0
    sleep 0.01
  done
  fail "in vain: $*"
  return 1
}

# ---- what to expect ----------------------------------------------------------

out() { grep -qF -- "$1" "$folder/out" || fail "stdout lacks: $1"; }
err() { grep -qF -- "$1" "$folder/err" || fail "stderr lacks: $1"; }
lacks() { ! grep -qF -- "$1" "$folder/out" || fail "stdout has: $1"; }
no_out() { [ ! -s "$folder/out" ] || fail "stdout is not empty"; }
no_err() { [ ! -s "$folder/err" ] || fail "stderr is not empty"; }

# same FOLDER FOLDER: the same files with the same bytes, and no others.
same() {
  local differ
  differ=$(diff -rq "$1" "$2" 2>&1) || fail "$1 and $2 differ: $(head -n 3 <<<"$differ")"
}

# What is in folders, in one line: to see that nothing has changed.
state_of() { find "$@" -type f ! -path ./out ! -path ./err -exec cksum {} + | sort | cksum; }

# mlr_is WANTED ARGUMENT…: what Miller makes of a CSV file.
mlr_is() {
  local wanted=$1 got
  shift
  command="… | mlr $*"
  got=$(mlr "$@" 2>&1)
  [ "$got" = "$wanted" ] || fail "Miller says '$got', not '$wanted'"
}

# Whether the run in a folder has games on file, and whether all of them.
played() { grep -Eqs '"played": [1-9]' "$1/run.json"; }
complete() { grep -qs '"complete": true' "$1/run.json"; }

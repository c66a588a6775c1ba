#!/usr/bin/env bash
# Tests scripts/cluster/parallel.sh with the real GNU parallel: workers and parallel
# are killed on the way, machines are reached by a fake ssh, and the result must be
# byte-identical to a run in one piece. Argument: the path of boardlab.
# shellcheck disable=SC2317 # functions called by name
script=$(realpath "$(dirname "$0")/../../scripts/cluster/parallel.sh")
. "$(dirname "$0")/../support/slow_run.sh"
. "$(dirname "$0")/../support/expect.sh"
program=$script
export BOARDLAB=$boardlab BOARDLAB_SLOTS=2
unset BOARDLAB_HOSTS BOARDLAB_TRIES PARALLEL_SSH PARALLEL

# ---- processes ---------------------------------------------------------------

# waits_for FILE: whether a process is waiting for that lock.
waits_for() {
  local process
  for process in /proc/[0-9]*; do
    [ "$process/fd/9" -ef "$1" ] &&
      [ "$(cat "$process/comm" 2>/dev/null)" = flock ] && return 0
  done
  return 1
}

ended() { ! grep -qs '^State:.[^Z]' "/proc/$1/status"; }
gone() { ! worker "$1" >/dev/null; }

clean() {
  local part process
  for part in "$folder"/*/*.shards/[0-9]* "$folder"/*/*/*.shards/[0-9]*; do
    process=$(worker "$part") && kill -KILL "$process"
  done
  clean_up
}
trap clean EXIT

# ---- a run that takes a while ------------------------------------------------

# The path of the bot has every character that shells and parallel might interpret.
odd="it's {} {#} {= die =} \$HOME \"q\" a,b;c&\\d *"
mkdir -p "$folder/work/$odd"
cd "$folder/work" || exit 1
make_slow_run "$odd/a bot.lua"

# ---- errors ------------------------------------------------------------------

run 2; err "parallel.sh SHARDS DIR simulate GAME"
run 2 3 x simulate; err "parallel.sh SHARDS DIR"
run 1 0 x simulate dorix; err "must be 1 to 4096, not '0'"
run 1 many x simulate dorix; err "not 'many'"
run 1 3 x simulate dorix --out y; err "leave out --out: this script sets it"
run 1 3 x simulate dorix --jobs some; err "--jobs takes a number, not 'some'"
BOARDLAB=/nowhere run 1 3 x simulate dorix; err "BOARDLAB=/nowhere is not a program"
mkdir full && touch full/file
run 1 3 full simulate dorix; err "choose a new folder"

# An error in the command is reported; the next try may use a different command.
run 2 3 x simulate dorx; err "there is no game 'dorx'; did you mean 'dorix'?"
err "0 of 3 shards are complete"
[ ! -e x ] || fail "x was created"
run 0 3 x simulate dorix:size=3 --games=7 --jobs=2 --memory=32; out "7 games, seed 1"
out "$PWD/x/games.csv"
"$boardlab" simulate dorix:size=3 --games 7 --memory 32 --out x1 >"$folder/out" 2>"$folder/err"
same x1 x

# Repeating the same command does nothing; a different one is refused.
run 0 3 x/ simulate dorix:size=3 --games=7 --memory=32; err "x is complete: nothing to do"
run 1 3 x simulate dorix:size=3 --games=8; err "was started by a different command"
run 1 4 x simulate dorix:size=3 --games=7 --memory=32; err "was started by a different command"
rm -r x.shards
run 0 3 x simulate dorix:size=3 --games=7 --memory=32; err "x is complete: nothing to do"

# ---- a worker is killed ------------------------------------------------------

start 3 "$odd/whole" "${game[@]}"
parts=$PWD/$odd/whole.shards
catch "$parts/2"
kill -KILL "$caught"
mkdir "$parts/merging" && touch "$parts/merging/games.csv" # as if a merge had been killed, too
finish 0
out " games, seed 7"
same one "$odd/whole"
rest=$(sed -n 's/^shard 2:\t\([0-9,]*\) games in.*/\1/p' "$folder/err" | tr -d ,)
[ "${rest:-$games}" -lt $((games / 3)) ] || fail "shard 2 was started from scratch"
[ "$(awk 'NR > 1 && $7 == 0' "$parts/joblog" | wc -l)" -eq 3 ] || fail "joblog: $(cat "$parts/joblog")"
run 0 3 "$odd/whole" "${game[@]}"; err "is complete: nothing to do"

# ---- parallel is killed ------------------------------------------------------

# SIGTERM leaves no workers behind.
start 3 again "${game[@]}"
parts=$PWD/again.shards
until_true played "$parts/1"
kill -TERM "$running"
finish 130; err "repeat the same command to resume"
until_true gone "$parts/1"
until_true gone "$parts/2"
complete "$parts/1" && fail "shard 1 was complete too early"
run 1 3 again "${game[@]}" --moves; err "was started by a different command"

# SIGKILL leaves workers behind, and the next ones wait for them. These are started
# by ssh, in another folder and without the environment; one machine is dead.
BOARDLAB_SLOTS=3 start 3 again "${game[@]}"
until_true worker "$parts/3" >/dev/null
caught=$(worker "$parts/3")
children=$(pgrep -P "$running")
disown "$running" # keeps bash from reporting it
kill -KILL "$running"
running=
# shellcheck disable=SC2086 # several words
kill -KILL $children
# Suspended before, the worker would get SIGHUP when it loses its parents.
for child in $children; do
  until_true ended "$child"
done
kill -STOP "$caught" || fail "the worker did not outlive parallel"
complete "$parts/3" && fail "shard 3 was complete too early"

cat >"$folder/ssh" <<SSH
#!/usr/bin/env bash
while [[ \$1 == -* ]]; do shift; done
host=\$1
shift
[ "\$1" != -- ] || shift
echo "\$host" >>"$folder/hosts"
[ "\$host" != dead ] || exit 255
cd /
exec env -i HOME=/ PATH="$PATH" SHELL=/bin/bash ASAN_OPTIONS="${ASAN_OPTIONS-}" bash -c "\$*"
SSH
chmod +x "$folder/ssh"
export PARALLEL_SSH=$folder/ssh BOARDLAB_HOSTS=dead,one,two
start 3 again "${game[@]}"
until_true waits_for "$parts/locks/3"
kill -CONT "$caught"
finish 0
err "shard 3 is being played by another process: waiting"
same one again
for host in dead one two; do
  grep -qx $host "$folder/hosts" || fail "$host was not used"
done

# The path of the bot survives ssh, too.
run 0 2 "$odd/far" simulate tictacdoh --seat "$odd/a bot.lua" --games 20
"$boardlab" simulate tictacdoh --seat "$odd/a bot.lua" --games 20 --out near >"$folder/out" 2>"$folder/err"
same near "$odd/far"

conclude

# shellcheck shell=bash
# Shared by the tests of scripts/cluster, which also source expect.sh: a run that takes a
# few seconds, and the processes that play it.
# shellcheck disable=SC2154 # $boardlab and $folder are set there

# plays_into PROCESS FOLDER: whether that process of /proc is a boardlab with the folder
# among its arguments, but not its child, in which Lua files run.
plays_into() {
  [ "$1/exe" -ef "$boardlab" ] && grep -qzxF -- "$2" "$1/cmdline" 2>/dev/null &&
    ! [ "/proc/$(parent_of "${1#/proc/}")/exe" -ef "$boardlab" ]
}

parent_of() { awk '$1 == "PPid:" { print $2 }' "/proc/$1/status" 2>/dev/null; }

# worker FOLDER: prints the process ID of the boardlab that plays into that folder.
worker() {
  local process
  for process in /proc/[0-9]*; do
    plays_into "$process" "$1" && echo "${process#/proc/}" && return 0
  done
  return 1
}

# catch FOLDER: suspends the worker of that shard in mid-run; sets $caught.
catch() {
  until_true played "$1"
  caught=$(worker "$1") || fail "no worker for $1"
  kill -STOP "$caught"
  complete "$1" && fail "$1 was complete too early"
}

# make_slow_run BOT [SECONDS]: writes a slow bot to that file, sets ${game[@]} to a run of $games games
# with it, and plays it in the folder "one". There are so many games that it takes these seconds
# (default 4.2), so each of three shards nearly one and a half: there is a checkpoint every second.
make_slow_run() {
  local TIMEFORMAT=%U
  cat >"$1" <<'LUA'
return {
  name = "slow",
  choose = function(state, me)
    for _ = 1, 1000 do end
    return me.rng:shuffle(state:moves())[1]
  end,
}
LUA
  game=(simulate tictacdoh --seat "$1" --seat random --rotate --seed 7)
  { time "$boardlab" "${game[@]}" --games 4000 --jobs 1 >"$folder/out" 2>"$folder/err"; } 2>"$folder/time"
  games=$(awk -v seconds="${2:-4.2}" '{ print int(4000 / ($1 + 0.001) * seconds / 2) * 2 }' "$folder/time")
  game+=(--games "$games")
  "$boardlab" "${game[@]}" --out one >"$folder/out" 2>"$folder/err" || fail "a run in one piece"
}

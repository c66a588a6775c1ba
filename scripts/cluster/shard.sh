#!/usr/bin/env bash
# Plays one shard, or resumes it. Called by parallel.sh and slurm.sh on the machine
# that plays it. Sources nothing, as Slurm runs a copy of it.
#
# shard.sh TRIES PARTS K SHARDS FROM JOBS BOARDLAB WORD…
#   PARTS   the folder of the shards
#   K       the number of the shard, or `array` for the task ID of Slurm
#   FROM    the folder that relative paths refer to
set -euo pipefail
tries=$1 parts=$2 part=$3 shards=$4 from=$5 jobs=$6
shift 6
[ "$part" != array ] || part=$SLURM_ARRAY_TASK_ID

# A worker can outlive the process that started it, for example on a machine that
# could not be reached for a while. The shard is then still being played, and this
# script waits for the lock, which boardlab inherits. On a file system without
# locks, it continues without.
lock() {
  local code=0
  exec 9>>"$1"
  flock --nonblock --conflict-exit-code 75 9 2>/dev/null || code=$?
  if [ "$code" -eq 75 ]; then
    echo "shard $part is being played by another process: waiting for it" >&2
    flock 9
  fi
}

play() {
  local try code
  for ((try = 1; ; try++)); do
    code=0
    "$@" || code=$?
    case $code in
    0) return 0 ;;
    2 | 130 | 143) return "$code" ;; # wrong usage; stopped on purpose
    esac
    [ "$try" -lt "$tries" ] || return "$code"
    echo "shard $part: exit code $code in try $try of $tries; resuming it" >&2
    sleep "$try"
  done
}

cd "$from"
lock "$parts/locks/$part"
play "$@" --jobs "$jobs" --shard "$part/$shards" --out "$parts/$part" --resume

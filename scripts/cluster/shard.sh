#!/usr/bin/env bash
# Plays one shard, or what is left of it. Called by parallel.sh and slurm.sh, on
# the machine that is to play. Stands alone, as Slurm runs a copy of it.
#
# shard.sh TRIES PARTS K SHARDS FROM JOBS BOARDLAB WORD…
#   PARTS   the folder of the shards
#   K       which one, or `array`: as Slurm says
#   FROM    where relative paths begin
set -euo pipefail
tries=$1 parts=$2 part=$3 shards=$4 from=$5 jobs=$6
shift 6
[ "$part" != array ] || part=$SLURM_ARRAY_TASK_ID

# A worker can outlive who started it: one that was killed alone, or a machine
# that could not be reached for a while. Then the shard is still being played,
# and this one waits; boardlab inherits the lock. There are file systems without
# locks; on those boardlab, too, does without.
lock() {
  local code=0
  exec 9>>"$1"
  flock --nonblock --conflict-exit-code 75 9 2>/dev/null || code=$?
  if [ "$code" -eq 75 ]; then
    echo "shard $part is being played by somebody else: waiting for them" >&2
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
    2 | 130 | 143) return "$code" ;; # it cannot be done so; stopped on purpose
    esac
    [ "$try" -lt "$tries" ] || return "$code"
    echo "shard $part: exit code $code at try $try of $tries; going on with it" >&2
    sleep "$try"
  done
}

cd "$from"
lock "$parts/locks/$part"
play "$@" --jobs "$jobs" --shard "$part/$shards" --out "$parts/$part" --resume

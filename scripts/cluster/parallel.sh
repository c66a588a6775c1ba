#!/usr/bin/env bash
# Plays a run in shards with GNU parallel, then merges them.
#
# scripts/cluster/parallel.sh SHARDS DIR simulate GAME [FLAG…]
#
#   SHARDS      the number of shards; a few per core is a good choice
#   DIR         the folder for the merged run; the shards are in DIR.shards
#   simulate …  the arguments of boardlab, without --out, --shard and --resume
#
# Repeat the same command to resume a run, however it was stopped. Takes as long as the
# games, plus a second to start, merge and add up 8 shards of 100,000 games in all.
# Environment variables:
#
#   BOARDLAB        the program (default: on the PATH, in build/release, or installed)
#   BOARDLAB_HOSTS  machines to play on over ssh: node1,node2; `:` is this machine
#   BOARDLAB_SLOTS  shards at a time per machine (default: its cores divided by
#                   --jobs, which defaults to 1)
#   BOARDLAB_TRIES  tries per shard (default 3, plus one per machine)
#   PARALLEL_SSH    the ssh command
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=common.sh
. "$here/common.sh"

need_parallel() {
  parallel --version 2>/dev/null </dev/null | grep '^GNU parallel' >/dev/null ||
    fail "GNU parallel is missing: apt-get install parallel"
}

# Prints one command line per shard, each ended by NUL. The arguments are quoted
# for bash, and parallel uses the line as it is. The table of each shard is dropped.
command_lines() {
  local part
  for ((part = 1; part <= shards; part++)); do
    printf '%q ' "$here/shard.sh" 1 "$parts" "$part" "$shards" "$PWD" "$jobs" \
      "$boardlab" "${words[@]}"
    printf '>/dev/null\0'
  done
}

# Complete shards are not skipped by an old job log: boardlab checks each of them,
# which is quick, and notices if its Lua files have changed.
set_options() {
  local hosts=()
  IFS=, read -ra hosts <<<"${BOARDLAB_HOSTS-}"
  local slots=$((jobs < 100 ? 100 / jobs : 1))%
  options=(--null --joblog "$parts/joblog" --tagstring 'shard {#}:'
    --halt 'now,fail=1' --jobs "${BOARDLAB_SLOTS:-$slots}"
    --retries "${BOARDLAB_TRIES:-$((3 + ${#hosts[@]}))}")
  if [ ${#hosts[@]} -gt 0 ]; then
    options+=(--sshlogin "$BOARDLAB_HOSTS")
  fi
  if [ -t 2 ]; then
    options+=(--bar)
  fi
}

stop() {
  trap '' INT TERM HUP
  kill -TERM "$child" 2>/dev/null || true
  wait "$child" || true
  say "stopped; repeat the same command to resume"
  exit 130
}

# Runs parallel in the background, so that signals are handled at once.
play() {
  local options code=0
  set_options
  # Never ask for a password, and notice a machine that stops responding.
  export PARALLEL_SSH=${PARALLEL_SSH:-ssh -o BatchMode=yes -o ServerAliveInterval=15}
  export PARALLEL_SHELL=$BASH
  say "playing $shards shards in $parts${BOARDLAB_HOSTS:+ on $BOARDLAB_HOSTS}"
  parallel "${options[@]}" < <(command_lines) &
  child=$!
  trap stop INT TERM HUP
  wait "$child" || code=$?
  trap - INT TERM HUP
  [ "$code" -eq 0 ] || give_up "$code"
}

give_up() {
  say "$(count_complete) of $shards shards are complete; $parts/joblog has the exit codes"
  say "Once the cause is fixed, repeat the same command to play the others."
  exit "$1"
}

read_arguments "$@"
need_parallel
begin
play
"$here/merge.sh" "$folder" "$shards" "$PWD" "$boardlab" "${limits[@]}"

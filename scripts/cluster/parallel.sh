#!/usr/bin/env bash
# Plays a run in shards under GNU parallel, and merges them.
#
# scripts/cluster/parallel.sh SHARDS DIR simulate GAME [FLAG…]
#
#   SHARDS      into how many parts to cut it; a few for each core
#   DIR         the folder for the whole run; the shards will be in DIR.shards
#   simulate …  as one would give it to boardlab, without --out, --shard, --resume
#
# The same command again goes on with what was stopped in whatever way.
# From the environment:
#
#   BOARDLAB        the program (default: on the PATH, or build/release/boardlab)
#   BOARDLAB_HOSTS  play on these machines over ssh: node1,node2; `:` is this one
#   BOARDLAB_SLOTS  shards at a time on each machine (default: its cores, divided
#                   by --jobs, which is 1 if not given)
#   BOARDLAB_TRIES  give up when a shard has failed so often (default 3, and one
#                   more for each of the machines)
#   PARALLEL_SSH    how to call ssh
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=common.sh
. "$here/common.sh"

need_parallel() {
  parallel --version 2>/dev/null </dev/null | grep '^GNU parallel' >/dev/null ||
    fail "GNU parallel is missing: apt-get install parallel"
}

# One command line for each shard, ended by NUL. The arguments are quoted for
# bash, and parallel takes the line as it is. The table about each shard is not
# wanted.
command_lines() {
  local part
  for ((part = 1; part <= shards; part++)); do
    printf '%q ' "$here/shard.sh" 1 "$parts" "$part" "$shards" "$PWD" "$jobs" \
      "$boardlab" "${words[@]}"
    printf '>/dev/null\0'
  done
}

# Which shards are done is not read from an old job log: boardlab looks at each
# again, which takes no time, and finds out if its Lua files have changed since.
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
  say "stopped; the same command goes on with it"
  exit 130
}

# In the background, so that signals are heeded at once.
play() {
  local options code=0
  set_options
  # Nobody is there to type a password, and a machine may vanish without a word.
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
  say "$(count_complete) of $shards shards are complete; $parts/joblog tells how each ended"
  say "When the reason is out of the way, the same command goes on with the others."
  exit "$1"
}

read_arguments "$@"
need_parallel
begin
play
"$here/merge.sh" "$folder" "$shards" "$PWD" "$boardlab" "${limits[@]}"

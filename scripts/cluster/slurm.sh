#!/usr/bin/env bash
# Plays a run in shards as a Slurm job array, and merges them in a second job.
#
# scripts/cluster/slurm.sh [--wait] SHARDS DIR simulate GAME [FLAG…]
#
#   --wait      return when all is done, with the table, or when it has failed
#   SHARDS      into how many parts to cut it: tasks of the job array
#   DIR         the folder for the whole run; the shards will be in DIR.shards
#   simulate …  as one would give it to boardlab, without --out, --shard, --resume
#
# The same command again goes on with what was stopped in whatever way.
# From the environment:
#
#   BOARDLAB        the program (default: on the PATH, or build/release/boardlab)
#   BOARDLAB_TRIES  give up when a shard has failed so often (default 3)
#   SBATCH_OPTIONS  for both jobs: "--partition=long --time=8:00:00"
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=common.sh
. "$here/common.sh"

# submit OPTION… SCRIPT ARGUMENT…: prints the number of the job.
submit() {
  local options=() job
  IFS=' ' read -ra options <<<"${SBATCH_OPTIONS-}"
  job=$(sbatch --parsable "${options[@]}" "$@") || return
  echo "${job%%;*}"
}

submit_array() {
  submit --job-name=boardlab --array="1-$shards" --requeue \
    --cpus-per-task="$jobs" --open-mode=append --output="$logs/%a.log" \
    "$here/shard.sh" "${BOARDLAB_TRIES:-3}" "$parts" array "$shards" "$PWD" \
    "$jobs" "$boardlab" "${words[@]}" ||
    fail "the job array could not be submitted (scontrol show config tells" \
      "MaxArraySize, which must be larger than the number of shards)"
}

submit_merge() {
  submit --job-name=boardlab-merge --dependency="afterok:$array" \
    --kill-on-invalid-dep=yes --requeue --open-mode=truncate \
    --output="$logs/merge.log" \
    "$here/merge.sh" "$folder" "$shards" "$PWD" "$boardlab" "${limits[@]}"
}

# under_way: prints which of the jobs submitted last are still queued or running;
# fails if Slurm does not answer.
under_way() {
  local list
  list=$(squeue --noheader --user="$(id -un)" --format=%F) || return
  grep -xFf "$parts/jobs" <<<"$list" | sort -nu | paste -sd ' ' || true
}

submit_both() {
  local array merge
  array=$(submit_array)
  echo "$array" >"$parts/jobs"
  if ! merge=$(submit_merge); then
    scancel "$array"
    fail "the job for merging could not be submitted; the job array is cancelled"
  fi
  echo "$merge" >>"$parts/jobs"
  say "submitted: job array $array plays $shards shards, job $merge merges them into $folder"
  say "  squeue --jobs=$array,$merge     how they are doing"
  say "  $parts/logs/    what they say"
  say "  scancel $array      to stop; the same command goes on with it"
}

wait_for_end() {
  local left
  while ! left=$(under_way) || [ "$left" ]; do
    sleep "${BOARDLAB_POLL:-5}"
  done
}

# The last lines of a few that failed.
show_failures() {
  local part shown=0
  for ((part = 1; part <= shards && shown < 3; part++)); do
    if ! is_complete "$parts/$part"; then
      say "shard $part, $parts/logs/$part.log:"
      tail -n 3 "$parts/logs/$part.log" 2>/dev/null | sed 's/^/  /' >&2 || true
      shown=$((shown + 1))
    fi
  done
  [ "$shown" -gt 0 ] || cat "$parts/logs/merge.log" >&2 || true
}

report() {
  if is_complete "$folder"; then
    cat "$parts/logs/merge.log"
    return
  fi
  say "$(count_complete) of $shards shards are complete"
  show_failures
  say "When the reason is out of the way, the same command goes on with the others."
  exit 1
}

wait=
if [ "${1-}" = --wait ]; then
  wait=yes
  shift
fi
read_arguments "$@"
command -v sbatch >/dev/null || fail "sbatch is missing: is this a machine of a Slurm cluster?"
[[ $parts != *\\* ]] || fail "Slurm writes no logs where a path has a backslash: $parts"
begin
logs=${parts//%/%%}/logs # as Slurm reads it
mkdir -p "$parts/logs"
touch "$parts/jobs"
left=$(under_way) || fail "Slurm does not answer"
if [ "$left" ]; then
  say "under way already: job $left"
else
  submit_both
fi
if [ "$wait" ]; then
  wait_for_end
  report
fi

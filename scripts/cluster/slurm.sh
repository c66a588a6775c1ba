#!/usr/bin/env bash
# Plays a run in shards as a Slurm job array, then merges them in a second job.
#
# scripts/cluster/slurm.sh [--wait] SHARDS DIR simulate GAME [FLAG…]
#
#   --wait      wait until the run is merged, and print its table, or until it fails
#   SHARDS      the number of shards: tasks of the job array
#   DIR         the folder for the merged run; the shards are in DIR.shards
#   simulate …  the arguments of boardlab, without --out, --shard and --resume
#
# Repeat the same command to resume a run, however it was stopped. Takes as long as the
# games, plus the time that the jobs wait in Slurm's queue.
# Environment variables:
#
#   BOARDLAB        the program (default: on the PATH, in build/release, or installed)
#   BOARDLAB_TRIES  tries per shard (default 3)
#   SBATCH_OPTIONS  options of sbatch for both jobs: "--partition=long --time=8:00:00"
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=common.sh
. "$here/common.sh"

# submit OPTION… SCRIPT ARGUMENT…: submits a job and prints its ID.
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
    fail "the job array could not be submitted (the number of shards must be" \
      "less than MaxArraySize, which scontrol show config prints)"
}

submit_merge() {
  submit --job-name=boardlab-merge --dependency="afterok:$array" \
    --kill-on-invalid-dep=yes --requeue --open-mode=truncate \
    --output="$logs/merge.log" \
    "$here/merge.sh" "$folder" "$shards" "$PWD" "$boardlab" "${limits[@]}"
}

# active_jobs: prints the IDs of the submitted jobs that are still queued or
# running; fails if Slurm does not answer.
active_jobs() {
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
    fail "the merge job could not be submitted; the job array was cancelled"
  fi
  echo "$merge" >>"$parts/jobs"
  say "submitted: job array $array plays $shards shards, job $merge merges them into $folder"
  say "  squeue --jobs=$array,$merge     shows their state"
  say "  $parts/logs/    has their output"
  say "  scancel $array      stops them; repeat the same command to resume"
}

wait_for_end() {
  local left
  while ! left=$(active_jobs) || [ "$left" ]; do
    sleep "${BOARDLAB_POLL:-5}"
  done
}

# Prints the last lines of the logs of up to three shards that failed.
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
  say "Once the cause is fixed, repeat the same command to play the others."
  exit 1
}

wait=
if [ "${1-}" = --wait ]; then
  wait=yes
  shift
fi
read_arguments "$@"
command -v sbatch >/dev/null || fail "sbatch is missing: is this machine part of a Slurm cluster?"
[[ $parts != *\\* ]] || fail "Slurm cannot write logs to a path with a backslash: $parts"
begin
logs=${parts//%/%%}/logs # Slurm expands % in paths
mkdir -p "$parts/logs"
touch "$parts/jobs"
left=$(active_jobs) || fail "Slurm does not answer"
if [ "$left" ]; then
  say "already running: job $left"
else
  submit_both
fi
if [ "$wait" ]; then
  wait_for_end
  report
fi

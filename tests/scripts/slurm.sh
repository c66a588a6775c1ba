#!/usr/bin/env bash
# Tests scripts/cluster/slurm.sh with the real Slurm: a cluster of two nodes, both
# on this machine, that exists only during the test. Installs the Debian packages of
# Slurm and needs root, so it is not part of ./tests/run. Argument: the path of
# boardlab.
# shellcheck disable=SC2317 # functions called by name
root=$(realpath "$(dirname "$0")/../..")
script=$root/scripts/cluster/slurm.sh
. "$(dirname "$0")/../support/expect.sh"
program=$script
daemons=()

[ "$(id -u)" -eq 0 ] || { echo "this test needs root"; exit 1; }
# shellcheck source=../../scripts/setup.sh
(set -e; . "$root/scripts/setup.sh"; need slurmctld slurmd slurm-client munge) || exit 1
PATH=$PATH:/usr/sbin

chmod 755 "$folder" # munged requires it
export BOARDLAB=$boardlab BOARDLAB_POLL=0.5 SLURM_CONF=$folder/slurm.conf
unset BOARDLAB_TRIES SBATCH_OPTIONS

# ---- the cluster -------------------------------------------------------------

write_conf() {
  local memory
  memory=$(awk '/^MemTotal/ { print int($2 / 4096) }' /proc/meminfo)
  cat >"$SLURM_CONF" <<CONF
ClusterName=test
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$((port))
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool.%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SchedulerParameters=defer=no,batch_sched_delay=0,sched_min_interval=0
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MinJobAge=10
InactiveLimit=0
KillWait=5
NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1 RealMemory=$memory
NodeName=n2 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1 RealMemory=$memory
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
}

start_daemon() {
  "$@" >>"$folder/daemons.log" 2>&1 </dev/null &
  daemons+=($!)
}

start_munge() {
  mkdir "$folder/munge"
  dd if=/dev/urandom of="$folder/munge/key" bs=1024 count=1 2>/dev/null
  chmod 600 "$folder/munge/key"
  start_daemon munged --foreground --force --key-file="$folder/munge/key" \
    --socket="$folder/munge/socket" --pid-file="$folder/munge/pid" \
    --log-file="$folder/munge/log" --seed-file="$folder/munge/seed"
  until_true test -S "$folder/munge/socket"
}

idle() { [ "$(sinfo --noheader --Node --format=%T 2>/dev/null | sort -u)" = idle ]; }

start_cluster() {
  port=$((20000 + $$ % 20000))
  mkdir "$folder/state" "$folder/spool.n1" "$folder/spool.n2"
  write_conf
  start_munge || return
  start_daemon slurmctld -D
  start_daemon slurmd -D -N n1
  start_daemon slurmd -D -N n2
  until_true idle
}

clean() {
  local process
  scancel --user=root >/dev/null 2>&1
  sleep 1
  for process in $(worker "$folder"); do
    kill -KILL "$process"
  done
  kill "${daemons[@]}" 2>/dev/null
  wait
  clean_up
}

# ---- processes and jobs ------------------------------------------------------

# worker FOLDER: prints the process IDs of boardlab that play in it or below.
worker() {
  local process
  for process in /proc/[0-9]*; do
    [ "$process/exe" -ef "$boardlab" ] &&
      grep -qzF -- "$1" "$process/cmdline" 2>/dev/null && echo "${process#/proc/}"
  done
}

is_pending() { [ "$(squeue --noheader --jobs="$1" --format=%T)" = PENDING ]; }
queue_is_empty() { [ -z "$(squeue --noheader)" ]; }

trap clean EXIT
if ! start_cluster; then
  tail -n 20 "$folder"/*.log "$folder/munge/log"
  exit 1
fi
echo "the cluster of two nodes is up: $(sinfo --version)"

odd="it's {} \$HOME \"q\" a,b;c& *"
mkdir -p "$folder/work/$odd"
cd "$folder/work" || exit 1
cat >"$odd/a\\ bot.lua" <<'LUA'
return {
  name = "slow",
  choose = function(state, me)
    for _ = 1, 1000 do end
    return me.rng:shuffle(state:moves())[1]
  end,
}
LUA
game=(simulate tictacdoh --seat "$odd/a\\ bot.lua" --seat random --rotate --seed 7)
TIMEFORMAT=%U
{ time "$boardlab" "${game[@]}" --games 2000 --jobs 1 >"$folder/out" 2>"$folder/err"; } 2>"$folder/time"
games=$(awk '{ print int(2000 / ($1 + 0.001) * 9 / 2) * 2 }' "$folder/time")
game+=(--games "$games")
"$boardlab" "${game[@]}" --out one >"$folder/out" 2>"$folder/err" || fail "a run in one piece"

# Wrong usage and errors in the command leave nothing in the queue.
run 2; err "slurm.sh [--wait] SHARDS DIR simulate GAME"
run 1 2 'x\y' simulate dorix; err "a path with a backslash"
run 1 --wait 2 x simulate dorx; err "there is no game 'dorx'"; err "0 of 2 shards are complete"
until_true queue_is_empty
SBATCH_OPTIONS="--partition=none" run 1 2 x simulate dorix; err "could not be submitted"
echo "wrong usage: done after $SECONDS s"

# A task restarts a process that was killed.
start --wait 4 "$odd/100%" "${game[@]}"
parts="$PWD/$odd/100%.shards"
until_true played "$parts/2"
killed=$(worker "$parts/2")
kill -STOP "$killed" || fail "no worker"
complete "$parts/2" && fail "shard 2 was complete too early"
kill -KILL "$killed"
finish 0
out " games, seed 7"
err "submitted: job array"
grep -q "exit code 137 in try 1 of 3" "$parts/logs/2.log" || fail "$(cat "$parts/logs/2.log")"
same one "$odd/100%"
run 0 4 "$odd/100%" "${game[@]}"; err "is complete: nothing to do"
echo "a killed process: done after $SECONDS s"

# A cancelled job resumes when it is submitted again; a running one is not
# submitted twice.
run 0 4 again "${game[@]}"; err "submitted: job array"
until_true played "$PWD/again.shards/1"
run 0 4 again "${game[@]}"; err "already running: job $(paste -sd ' ' again.shards/jobs)"
scancel "$(head -n 1 again.shards/jobs)"
until_true queue_is_empty # the merge is cancelled with it
[ ! -e again ] || fail "again was created"
complete again.shards/1 && fail "shard 1 was complete too early"
run 0 --wait 4 again "${game[@]}"
same one again
echo "a cancelled job: done after $SECONDS s"

# When a node fails its task is requeued and resumes the shard. Slurm would hold it
# for two minutes; the test skips that.
run 0 2 requeued "${game[@]}"
task=$(head -n 1 requeued.shards/jobs)_1
until_true played "$PWD/requeued.shards/1"
node=$(squeue --noheader --jobs="$task" --format=%N)
scontrol update nodename="$node" state=down reason=test || fail "no node '$node'"
until_true is_pending "$task"
complete requeued.shards/1 && fail "shard 1 was complete too early"
scontrol update nodename="$node" state=resume
scontrol update jobid="$task" starttime=now
run 0 --wait 2 requeued "${game[@]}"; err "already running"
same one requeued
echo "a failed node: done after $SECONDS s"

conclude

#!/usr/bin/env bash
# Tests scripts/cluster/slurm.sh with the real Slurm: a cluster of two nodes, both on this
# machine, that exists only during the test. It has its own process IDs and network, so
# nobody else can reach it, and nothing of it is left even if this test is killed. Needs
# root and the Debian packages of Slurm; exits with 77 if it cannot run. Argument: the path
# of boardlab.
# shellcheck disable=SC2317 # functions called by name
PATH=$PATH:/usr/sbin:/sbin
alone=(unshare --pid --fork --kill-child --mount-proc --net)

skip() {
  echo "SKIPPED: $1"
  exit 77
}

if [ "${2-}" != alone ]; then
  [ "$(id -u)" -eq 0 ] || skip "a Slurm cluster needs root"
  for tool in slurmctld slurmd sbatch munged ip; do
    command -v "$tool" >/dev/null || skip "$tool is missing; ./tests/run installs it"
  done
  "${alone[@]}" true 2>/dev/null || skip "this system does not let root use '${alone[*]}'"
  exec "${alone[@]}" "$0" "$1" alone
fi

script=$(realpath "$(dirname "$0")/../../scripts/cluster/slurm.sh")
. "$(dirname "$0")/../support/slow_run.sh"
. "$(dirname "$0")/../support/expect.sh"
program=$script
export BOARDLAB=$boardlab BOARDLAB_POLL=0.2 SLURM_CONF=$folder/slurm.conf
unset BOARDLAB_TRIES SBATCH_OPTIONS

address=192.0.2.1 # reserved for documentation; Slurm ignores 127.0.0.1

# ---- the cluster -------------------------------------------------------------

write_conf() {
  local host
  host=$(hostname -s)
  cat >"$SLURM_CONF" <<CONF
ClusterName=test
SlurmctldHost=$host($address)
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
SchedulerParameters=batch_sched_delay=0
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
KillWait=5
NodeName=n1 NodeHostname=$host NodeAddr=$address Port=7001 CPUs=1
NodeName=n2 NodeHostname=$host NodeAddr=$address Port=7002 CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
}

start_daemon() {
  "$@" >>"$folder/daemons.log" 2>&1 </dev/null &
  disown # keeps bash from reporting its end
}

start_munge() {
  mkdir "$folder/munge"
  chmod 755 "$folder" # munged requires it
  dd if=/dev/urandom of="$folder/munge/key" bs=1024 count=1 2>/dev/null
  chmod 600 "$folder/munge/key"
  start_daemon munged --foreground --force --key-file="$folder/munge/key" \
    --socket="$folder/munge/socket" --pid-file="$folder/munge/pid" \
    --log-file="$folder/munge/log" --seed-file="$folder/munge/seed"
  until_true test -S "$folder/munge/socket"
}

idle() { [ "$(sinfo --noheader --Node --format=%T 2>/dev/null | sort -u)" = idle ]; }

start_cluster() {
  ip link set lo up && ip address add $address dev lo || return
  mkdir "$folder/state" "$folder/spool.n1" "$folder/spool.n2"
  write_conf
  start_munge || return
  start_daemon slurmctld -D
  start_daemon slurmd -D -N n1
  start_daemon slurmd -D -N n2
  until_true idle
}

# ---- nodes and jobs ----------------------------------------------------------

is_pending() { [ "$(squeue --noheader --jobs="$1" --format=%T)" = PENDING ]; }
queue_is_empty() { [ -z "$(squeue --noheader)" ]; }
has_worker() { worker "$1" >/dev/null; }

# crash NODE WORKER: kills all processes of a node at once: its daemon, and from the top
# the processes that have led to this worker.
crash() {
  local process=$2 processes=()
  while [ "$process" -gt 1 ]; do
    processes=("$process" "${processes[@]}")
    process=$(parent_of "$process")
  done
  kill -KILL "$(cat "$folder/slurmd.$1.pid")" "${processes[@]}"
}

# says FILE TEXT
says() { grep -qsF -- "$2" "$1"; }

if ! start_cluster; then
  tail -n 20 "$folder"/*.log "$folder/munge/log"
  exit 1
fi
echo "the cluster of two nodes is up: $(sinfo --version), after $SECONDS s"

odd="it's {} \$HOME \"q\" a,b;c& *"
mkdir -p "$folder/work/$odd"
cd "$folder/work" || exit 1
make_slow_run "$odd/a\\ bot.lua" 12 # a task that was requeued must still play when it is killed

# Wrong usage and errors in the command leave nothing in the queue.
run 2; err "slurm.sh [--wait] SHARDS DIR simulate GAME"
run 1 2 'x\y' simulate dorix; err "a path with a backslash"
run 1 --wait 2 x simulate dorx; err "there is no game 'dorx'"; err "0 of 2 shards are complete"
until_true queue_is_empty
SBATCH_OPTIONS="--partition=none" run 1 2 x simulate dorix; err "could not be submitted"
echo "wrong usage: done after $SECONDS s"

# A running job is not submitted twice. A cancelled one resumes when it is submitted again.
run 0 2 again "${game[@]}"; err "submitted: job array"
catch "$PWD/again.shards/1"
run 0 2 again "${game[@]}"; err "already running: job $(paste -sd ' ' again.shards/jobs)"
scancel "$(head -n 1 again.shards/jobs)"
until_true queue_is_empty # the merge is cancelled with it
[ ! -e again ] || fail "again was created"
complete again.shards/1 && fail "shard 1 was complete too early"
run 0 --wait 2 again "${game[@]}"
same one again
echo "a cancelled job: done after $SECONDS s"

# When a node fails its task is requeued and resumes the shard on the other. Slurm holds it
# for two minutes; the test skips that. There its worker is killed, and the task starts
# another.
start --wait 2 "$odd/100%" "${game[@]}"
parts=$PWD/$odd/100%.shards
catch "$parts/1"
task=$(head -n 1 "$parts/jobs")_1
node=$(squeue --noheader --jobs="$task" --format=%N)
crash "$node" "$caught"
scontrol update nodename="$node" state=down reason=test || fail "no node '$node'"
until_true is_pending "$task"
scontrol update jobid="$task" starttime=now
until_true has_worker "$parts/1"
kill -KILL "$(worker "$parts/1")"
finish 0
out " games, seed 7"
lacks "100%.shards"
err "submitted: job array"
says "$parts/logs/1.log" "exit code 137 in try 1 of 3" || fail "$(cat "$parts/logs/1.log")"
same one "$odd/100%"
run 0 2 "$odd/100%" "${game[@]}"; err "is complete: nothing to do"
echo "a failed node and a killed process: done after $SECONDS s"

conclude

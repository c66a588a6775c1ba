#!/usr/bin/env bash
# Tests of runs from the command line: boardlab simulate and merge. Whatever happens
# to a run, it must end with the bytes of an undisturbed one (but for what it says of
# games that were added after it was complete), or report clearly what is wrong and
# leave everything as it was.
#
# Called with the paths of the command and of reseal. Skips the tests that need a small disk where
# none can be mounted, and says so.
#
# `then` is Miller's, and the names of parts are single words.
# shellcheck disable=SC1010,SC2207
golden=$(realpath "$(dirname "$0")")/golden
reseal=$(realpath "$2")
. "$(dirname "$0")/../support/expect.sh"
disk=$folder/disk
mkdir "$disk"
trap 'umount "$disk" 2>/dev/null; clean_up' EXIT

# Waits until the run in a folder has its files: from then on it can be resumed,
# and signals are caught.
await() { until_true grep -qs '"bytes": [1-9]' "$1/run.json"; }

# A random number between 0 and $1.
random_time() { awk -v r=$RANDOM -v t="$1" 'BEGIN { print t * r / 32768 }'; }

# ---- bytes -----------------------------------------------------------------

# compare NAME ARGUMENT…: the same bytes on any number of threads, and in shards: 3, or those of $shards.
compare() {
  local name=$1 count part parts
  shift
  play "$name" "$@" --jobs 1
  no_err
  play "$name.7" "$@" --jobs 7
  same "$name" "$name.7"
  for count in ${shards-3}; do
    parts=()
    for ((part = 1; part <= count; part++)); do
      play "$name.$part-$count" "$@" --shard $part/$count --jobs 2
      parts+=("$name.$part-$count")
    done
    # In an unusual order: every other shard from the last, then the others.
    parts=($(printf '%s\n' "${parts[@]}" | tac | awk 'NR % 2 { print; next } { rest = rest "\n" $0 } END { print rest }'))
    before=$(state_of "${parts[@]}")
    run 0 merge "${parts[@]}" --out "$name.merged$count"
    no_err
    [ "$before" = "$(state_of "${parts[@]}")" ] || fail "merging changed the shards"
    same "$name" "$name.merged$count"
  done
}

test_bytes() {
  shards="3 7" compare native tictacdoh --moves --games 3001 --seed 5
  play native.2 tictacdoh --moves --games 3001 --seed 5 --jobs 2
  same native native.2
  compare lua tictacdoh --seat bots/random.lua --moves --games 1000
  compare rotated tictacdoh --seat bots/onestep.lua --seat bots/montecarlo.lua --rotate --moves --games 42
  compare three variants/tictacdoh3.lua --seat random --seat bots/random.lua --seat bots/onestep.lua \
    --rotate --moves --games 300 --seed 9223372036854775807
  # Pairs that share a random start and random plies; 3 and 7 shards cut some of them.
  shards="3 7" compare pairs variants/quoridor_opening.lua:size=5 --seat bots/runner.lua --seat alphabeta:depth=1 --rotate \
    --pairs --opening 2 --moves --games 50
  # Bots that keep trees and tables from move to move, and from game to game.
  compare searched tictacdoh:small=2,medium=2,large=2 --seat mcts:iterations=50 --seat perfect --rotate \
    --moves --games 42
  # Its moves depend on positions solved before, also in other games.
  compare quick quoridor:size=4,walls=1 --seat random --seat perfect:quick=true --moves --games 300 --seed 5
  echo 'return require("modifiers").random_opening("tictacdoh:small=2,medium=2,large=2", 1)' >opening.lua
  compare opened opening.lua --seat perfect:memory=2 --seat random --moves --games 40
  compare refused opening.lua --seat perfect:memory=1 --seat random --rotate --opening 3 --games 8
  compare deep orbital:size=3 --seat alphabeta:depth=2 --seat greedy --rotate --moves --games 42
  compare planned quoridor:size=5 --seat bots/planner.lua --moves --games 6
  # More shards than games: some shards are empty.
  shards=7 compare few dorix --moves --games 5
  # The table is the same if nothing is saved.
  run 0 simulate tictacdoh --games 3001 --seed 5 --quiet
  head -n 8 out >table
  play table_too tictacdoh --games 3001 --seed 5
  head -n 8 out | diff -q - table >/dev/null || fail "the table depends on --out"
  # Resuming a complete run changes nothing; with more games, only those are played.
  before=$(state_of native)
  run 0 simulate tictacdoh --moves --games 3001 --seed 5 --out native --resume
  [ "$before" = "$(state_of native)" ] || fail "a complete run was changed"
  # A run that failed before its first game leaves its folder free.
  refuse 1 "no opening of 20 random plies" simulate tictacdoh --opening 20 --out free
  play free tictacdoh --games 10
  play longer tictacdoh --moves --games 1000 --seed 5
  run 0 simulate tictacdoh --moves --games 3001 --seed 5 --out longer --resume
  same_games native longer
}

# A complete run that is given more games has the games of a longer one. That someone may have looked is in run.json, and
# intervals and p-values allow for it.
test_raised() {
  local games
  play fresh quoridor:size=5 --games 400
  lacks "this is look"
  play raised quoridor:size=5 --games 100
  for games in 200 400; do
    run 0 simulate quoridor:size=5 --games $games --out raised --resume --quiet
  done
  out "The run was complete before and given more games: this is look 3."
  out "--until"
  same_games fresh raised
  jq -e '.raised == [{"games": 100}, {"games": 200}]' raised/run.json >truth || fail "run.json: $(jq -c .raised raised/run.json)"
  jq -e 'has("raised") | not' fresh/run.json >truth || fail "a run that was not given more games says so"
  # Every value is the same, and every interval wider: 0.05 / 27 takes 3.113 standard errors, not 1.960.
  mlr --icsv --ojson put '$width = $high - $low' fresh/summary.csv >fresh.json
  mlr --icsv --ojson put '$width = $high - $low' raised/summary.csv >raised.json
  jq -es '[.[0], .[1]] | transpose | all(.[0].metric == .[1].metric and
    (.[0].value == .[1].value or .[0].metric == "p_value") and
    ((.[0].low | type) != "number" or .[1].low <= .[0].low and .[1].high >= .[0].high))' fresh.json raised.json >truth ||
    fail "an interval of summary.csv is not wider"
  jq -es '[.[] | map(select(.metric == "plies_mean" and .scope == "run"))[0].width] | (.[1] / .[0] - 3.132 / 1.966 | fabs) < 0.01' \
    fresh.json raised.json >truth || fail "the interval of the length is not as wide as it should be"
  # p < 0.05 / 27 is p < 0.05.
  jq -es '[.[] | map(select(.metric == "p_value"))[0].value] | ([27 * .[0], 1] | min) - .[1] | fabs < 1e-4' \
    fresh.json raised.json >truth || fail "the p-value is not multiplied by 27"
  run 0 stats raised
  out "this is look 3"
  run 0 compare raised fresh
  out "'raised' was complete before and given more games: this is look 3."
  # Resuming changes nothing, and shards cannot be given more games.
  before=$(state_of raised)
  run 0 simulate quoridor:size=5 --games 400 --out raised --resume --quiet
  [ "$before" = "$(state_of raised)" ] || fail "a complete run was changed"
  # So do sweeps and ladders.
  run 0 sweep quoridor:size=3 --vary walls=0,1 --games 50 --out more --quiet
  run 0 sweep quoridor:size=3 --vary walls=0,1 --games 90 --out more --quiet --resume
  out "Runs of this sweep were complete before and given more games: this is look 2."
  run 0 ladder tictacdoh --bot bots/uct.lua --double rounds=1 --levels 2 --games 20 --quiet --out higher
  run 0 ladder tictacdoh --bot bots/uct.lua --double rounds=1 --levels 2 --games 30 --quiet --out higher --resume
  out "Runs of this ladder were complete before and given more games: this is look 2."
  rm -rf fresh raised more higher
}

# ---- interruptions ---------------------------------------------------------

# kill_and_resume NAME ARGUMENT…: kills the run at random moments and resumes it until
# it is complete.
kill_and_resume() {
  local name=$1 began took hits=0 i
  shift
  began=$(date +%s%N)
  play "$name" "$@" --jobs 2
  took=$(($(date +%s%N) - began))
  for i in {1..6}; do
    start simulate "$@" --quiet --out "$name.killed" --resume --jobs $((i % 3 + 1))
    [ $i -gt 2 ] || await "$name.killed"
    sleep "$(random_time "$((took / 1000000))e-3")"
    kill -KILL "$running" 2>/dev/null
    finish
    if [ $code -eq 0 ]; then
      [ $hits -gt 0 ] && break
      rm -r "$name.killed" # too late: once more
      continue
    fi
    [ $code -eq 137 ] || fail "exit code $code, not 137"
    grep -q '"complete": false' "$name.killed/run.json" && hits=$((hits + 1))
  done
  run 0 simulate "$@" --quiet --out "$name.killed" --resume
  same "$name" "$name.killed"
  echo "$name: was killed $hits times while running"
  [ $hits -gt 0 ] || fail "was never killed while running"
}

# What an early kill leaves behind: an empty folder, a draft of the manifest, a
# manifest without files, files before the first checkpoint.
resume_beginnings() {
  local stage
  play young tictacdoh --moves --games 50
  for stage in empty draft manifest half; do
    mkdir "young.$stage"
    [ $stage = draft ] && head -c 100 young/run.json >"young.$stage/.boardlab-4711.new"
    if [ $stage = manifest ] || [ $stage = half ]; then
      sed -e 's/"played": .*/"played": 0,/' -e 's/"complete": .*/"complete": false,/' \
        -e 's/"bytes": .*/"bytes": 0,/' -e 's/"checksum": .*/"checksum": "0000000000000000"/' \
        young/run.json >"young.$stage/run.json"
      "$reseal" "young.$stage/run.json"
    fi
    [ $stage = half ] && head -c 10 young/games.csv >"young.$stage/games.csv"
    run 0 simulate tictacdoh --moves --games 50 --out "young.$stage" --resume
    same young "young.$stage"
  done
}

# stop SIGNAL CODE NAME ARGUMENT…: stops a run that is too long to end, then resumes
# it as one that ends a little later.
stop() {
  local signal=$1 wanted=$2 name=$3 played games
  shift 3
  start simulate "$@" --games 1000000000 --out "$name.stopped"
  await "$name.stopped"
  sleep "$(random_time 0.4)"
  kill "-$signal" "$running"
  finish "$wanted"
  out "stopped early, 1,000,000,000 planned"
  out "The same command with --resume continues it."
  grep -q "boardlab:" err && fail "stderr has an error"
  played=$(sed -n 's/^ *"played": \([0-9]*\),/\1/p' "$name.stopped/run.json")
  [ "$(wc -l <"$name.stopped/games.csv")" -eq $((played + 1)) ] || fail "run.json says $played games"
  [ "$played" -eq 0 ] || out "seat  "
  grep -q "^run,,games,$played,,,$played,$" "$name.stopped/summary.csv" || fail "summary.csv has a different number of games"
  games=$((played - played % 2 + 1000))
  play "$name" "$@" --games $games
  run 0 simulate "$@" --games $games --out "$name.stopped" --resume
  same "$name" "$name.stopped"
}

test_interruptions() {
  kill_and_resume hit tictacdoh --moves --games 160000
  kill_and_resume hit_lua tictacdoh --seat bots/random.lua --moves --games 20000
  kill_and_resume hit_rotated variants/tictacdoh3.lua --seat bots/onestep.lua --seat random --seat random \
    --rotate --moves --games 6000
  resume_beginnings
  stop INT 130 int tictacdoh --moves
  stop TERM 143 term tictacdoh --seat bots/onestep.lua --seat bots/random.lua --rotate --moves
  rm -rf hit* int* term*
}

# A ladder that was stopped and killed ends like one that was not.
test_ladder() {
  local steps="ladder tictacdoh --bot bots/uct.lua --double rounds=1 --levels 3 --games 300 --quiet"
  run 0 $steps --out ladder
  start $steps --out ladder.stopped
  await ladder.stopped/rounds=1
  kill -INT "$running"
  finish
  if [ $code -eq 0 ]; then
    echo "ladder: finished before it could be stopped"
  else
    [ $code -eq 130 ] || fail "exit code $code after SIGINT, not 130"
    out "The same command with --resume continues it."
  fi
  start $steps --out ladder.stopped --resume
  await ladder.stopped/rounds=2-1
  kill -KILL "$running" 2>/dev/null
  finish
  [ $code -eq 0 ] || [ $code -eq 137 ] || fail "exit code $code, not 137"
  [ "$(wc -l <ladder.stopped/ladder.csv)" -eq 4 ] || fail "ladder.csv does not have 4 lines"
  run 0 $steps --out ladder.stopped --resume
  same ladder ladder.stopped
  rm -rf ladder ladder.stopped
}

# ---- full disks ------------------------------------------------------------

# Limits the size of files, in blocks of 1 KB: they end within a row, within the
# manifest, or cannot be started.
test_file_limits() {
  local limit
  play whole tictacdoh --moves --games 2000
  for limit in 0 1 16 64 200; do
    command="simulate with files of at most $limit KB"
    # Through a pipe, because files for the messages would be limited as well.
    (
      trap '' XFSZ
      ulimit -f $limit
      exec "$boardlab" simulate tictacdoh --moves --games 2000 --quiet --out "limit$limit" 2>&1
    ) </dev/null | cat >err
    [ "${PIPESTATUS[0]}" -eq 1 ] || fail "did not fail"
    : >out
    err "boardlab: could not write limit$limit/"
    err "File too large"
    run 0 simulate tictacdoh --moves --games 2000 --out "limit$limit" --resume
    same whole "limit$limit"
  done
}

# on_disk KB: mounts a disk of that size; fails where that is not possible.
on_disk() {
  umount "$disk" 2>/dev/null
  mount -t tmpfs -o "size=$1k" tmpfs "$disk" 2>/dev/null
}

# The run resumes once there is space.
fill_disk() {
  on_disk "$1"
  run 1 simulate tictacdoh --moves --games 2000 --quiet --out disk/run
  err "No space left on device"
  no_out
  mount -o remount,size=64m "$disk"
  run 0 simulate tictacdoh --moves --games 2000 --out disk/run --resume
  same whole disk/run
}

# A merge without enough space leaves nothing behind, so that the same command works
# once there is space.
fill_by_merge() {
  on_disk "$1"
  run 1 merge whole1 whole2 --out disk/whole
  err "No space left on device"
  no_out
  mount -o remount,size=64m "$disk"
  run 0 merge whole1 whole2 --out disk/whole
  same whole disk/whole
}

test_small_disks() {
  local size
  play whole1 tictacdoh --moves --games 2000 --shard 1/2
  play whole2 tictacdoh --moves --games 2000 --shard 2/2
  if ! on_disk 64; then
    echo "skipped: small disks, as none can be mounted here"
    return
  fi
  # Starts with too little space for the manifest: a file takes pages of 4 KB.
  for size in 4 8 12 16 24 64 256; do
    fill_disk $size
    fill_by_merge $size
  done
  mkdir disk/closed
  mount -o remount,ro "$disk"
  refuse 1 "Read-only file system" simulate tictacdoh --out disk/new
  refuse 1 "Read-only file system" simulate tictacdoh --out disk/closed
  umount "$disk"
}

# Space for everything but the summary, which is the longest file of a short run.
test_no_summary() {
  local limited runs="games/nim.lua:heaps=2,tokens=2 --seat random --seat greedy --rotate --games 4" k
  play short $runs
  limited="prlimit --fsize=$(($(stat -c %s short/summary.csv) - 1))"
  for k in 1 2; do play "short$k" $runs --shard $k/2; done
  command="$limited simulate"
  (trap '' XFSZ && $limited "$boardlab" simulate $runs --quiet --out unsummed >out 2>err </dev/null)
  [ $? -eq 1 ] || fail "did not fail"
  err "could not write unsummed/summary.csv: File too large"
  run 0 simulate $runs --out unsummed --resume
  same short unsummed
  command="$limited merge"
  (trap '' XFSZ && $limited "$boardlab" merge short1 short2 --out unmerged_short >out 2>err </dev/null)
  [ $? -eq 1 ] || fail "did not fail"
  err "could not write unmerged_short/summary.csv: File too large"
  run 0 merge short1 short2 --out unmerged_short
  same short unmerged_short
}

# If the results cannot be printed, the rows are saved all the same.
test_full_stdout() {
  [ -w /dev/full ] || return
  command="simulate >/dev/full"
  "$boardlab" simulate tictacdoh --moves --games 2000 --quiet --out printed >/dev/full 2>err
  [ $? -eq 1 ] || fail "a full disk is not reported"
  : >out
  err "could not write the output: No space left"
  same whole printed
}

# ---- refusals --------------------------------------------------------------

# spoil FILE COMMAND: changes a file; mend puts it back.
spoil() {
  spoiled=$1
  cp -p "$spoiled" "$folder/spare"
  bash -c "$2" spoil "$spoiled"
}
mend() { cp -p "$folder/spare" "$spoiled"; }

# The plan must be that of the run in the folder.
test_other_runs() {
  play used tictacdoh --games 100 --moves
  kept=(used)
  local again="simulate tictacdoh --games 100 --moves --out used"
  refuse 1 "used already holds a run, with 100 of 100 games" $again
  err "--resume"
  refuse 1 "its 'seed' is 1, not 2" $again --resume --seed 2
  refuse 1 "its 'bots' is" $again --resume --seat bots/random.lua
  refuse 1 "its 'seating' is \"fixed\", not \"rotated\"" $again --resume --rotate
  refuse 1 "its 'max_plies' is 27, not 20" $again --resume --max-plies 20
  refuse 1 "its 'until' is \"\", not \"draw=50%\"" $again --resume --until draw=50%
  refuse 1 "its 'limits' is" $again --resume --budget 5
  refuse 1 "its 'moves' is true, not false" simulate tictacdoh --games 100 --out used --resume
  refuse 1 "it has 100 games already, more than the 50 asked for" simulate tictacdoh --games 50 --moves --out used --resume
  refuse 1 "its 'game' is" simulate tictacdoh:players=3 --games 100 --moves --out used --resume
  refuse 1 "holds shard 1/1, not 1/3" $again --resume --shard 1/3
  play used_shard tictacdoh --games 100 --moves --shard 2/3
  kept=(used_shard)
  refuse 1 "holds shard 2/3, not 1/3" simulate tictacdoh --games 100 --moves --out used_shard --resume --shard 1/3
  refuse 1 "its 'games' is 100, not 200" simulate tictacdoh --games 200 --moves --out used_shard --resume --shard 2/3
}

test_other_folders() {
  mkdir foreign
  echo precious >foreign/games.csv
  kept=(foreign used)
  refuse 1 "foreign is not empty" simulate tictacdoh --out foreign
  refuse 1 "foreign is not empty" simulate tictacdoh --out foreign --resume
  refuse 1 "used/games.csv is not a folder" simulate tictacdoh --out used/games.csv
  refuse 1 "could not create the folder used/games.csv/x" simulate tictacdoh --out used/games.csv/x
  refuse 1 "the folder name is empty" simulate tictacdoh --out ''
  refuse 1 "name is too long" simulate tictacdoh --out "$(printf 'a%.0s' {1..5000})"
  [ "$(id -u)" -eq 0 ] && return # whom no folder is closed to
  mkdir -m 555 closed
  refuse 1 "Permission denied" simulate tictacdoh --out closed
  refuse 1 "Permission denied" simulate tictacdoh --out closed/x
}

# Damaged files of a run that is not complete.
test_damage() {
  play hurt tictacdoh --games 100 --moves
  kept=(hurt)
  local more="simulate tictacdoh --games 200 --moves --out hurt --resume" name
  for name in games.csv moves.csv; do
    spoil hurt/$name 'truncate -s -1 "$1"'
    refuse 1 "hurt/$name is too short" $more; mend
    spoil hurt/$name ': >"$1"'
    refuse 1 "hurt/$name is too short" $more; mend
    spoil hurt/$name 'sed -i "50s/,1/,2/" "$1"'
    refuse 1 "hurt/$name has changed since it was written" $more; mend
    spoil hurt/$name 'sed -i "1s/number/numbes/" "$1"'
    refuse 1 "hurt/$name has changed since it was written" $more; mend
    mv hurt/$name aside
    refuse 1 "hurt/$name: No such file or directory; restore it, or play the games again" $more
    mkdir hurt/$name
    refuse 1 "hurt/$name" $more
    rmdir hurt/$name
    mv aside hurt/$name
  done
  spoil hurt/run.json 'truncate -s -20 "$1"'
  refuse 2 "hurt/run.json does not end with its checksum" $more
  refuse 1 "hurt/run.json does not end with its checksum" simulate tictacdoh --out hurt; mend
  spoil hurt/run.json 'echo {} >"$1"'
  refuse 2 "hurt/run.json does not end with its checksum" $more; mend
  spoil hurt/run.json 'sed -i "s/\"played\": 100/\"played\": 99/" "$1"'
  refuse 2 "hurt/run.json has changed since it was written: it has been edited" $more
  "$reseal" hurt/run.json
  refuse 1 "hurt/games.csv has 100 games and should have 99" $more; mend
  # Repaired, it resumes; bytes after the last checkpoint are dropped.
  printf '100,1,"rand' >>hurt/games.csv
  printf '100,1,1,"Mc3",3\n' >>hurt/moves.csv
  run 0 $more
  play well tictacdoh --games 200 --moves
  same_games well hurt
}

test_changed_bots() {
  cp -r "$golden/bots" mybots
  play mine tictacdoh --seat mybots/first.lua --seat random --games 100
  kept=(mine mybots)
  local more="simulate tictacdoh --seat mybots/first.lua --seat random --games 200 --out mine --resume"
  spoil mybots/first.lua 'echo "-- changed" >>"$1"'
  refuse 2 "mybots/first.lua has changed since the run began" $more
  mend
  run 0 $more
  play whole_mine tictacdoh --seat mybots/first.lua --seat random --games 200
  same_games whole_mine mine
  mv mybots/first.lua aside.lua
  refuse 2 "mybots/first.lua" simulate tictacdoh --seat mybots/first.lua --seat random --games 300 --out mine --resume
}

test_merges() {
  local k
  for k in 1 2 3; do
    play "part$k" tictacdoh --games 100 --moves --shard $k/3
    play "seed$k" tictacdoh --games 100 --moves --shard $k/3 --seed 2
  done
  play part4 tictacdoh --games 100 --moves --shard 2/4
  kept=(part1 part2 part3)
  refuse 1 "part1 and seed2 are not shards of the same run: in the second, its 'seed' is 2, not 1" merge part1 seed2 part3 --out merged
  refuse 1 "part1 is one of 3 shards, but part4 is one of 4" merge part1 part4 part3 --out merged
  refuse 1 "1 of 3 shards is missing: 2" merge part3 part1 --out merged
  refuse 1 "2 of 3 shards are missing: 1, 3" merge part2 --out merged
  refuse 1 "part2 is given twice: name each folder once" merge part1 part2 part3 part2 --out merged
  refuse 1 "part2 and ./part2 are the same folder: name it once" merge part1 part2 part3 ./part2 --out merged
  cp -r part2 twin
  refuse 1 "shard 2/3 is given twice, in part2 and twin: leave out one" merge part1 part2 part3 twin --out merged
  rm -r twin
  play lone tictacdoh --games 100 --moves --shard 1/100
  refuse 1 "99 of 100 shards are missing: 2, 3, " merge lone --out merged
  err ", 20, 21, …"
  refuse 1 "no_part is not the folder of a run: it does not exist" merge part1 no_part --out merged
  refuse 2 "--out DIR is missing" merge part1 part2 part3
  refuse 2 "missing argument" merge --out merged
  refuse 1 "part1 is not empty" merge part1 part2 part3 --out part1
  refuse 1 "foreign is not empty" merge part1 part2 part3 --out foreign
  refuse 1 "the folder name is empty" merge part1 part2 part3 --out ''
  [ -e merged ] && fail "a refused merge left something behind"
  damage_shards
  run 0 merge part3 part1 part2 --out merged
  play unmerged tictacdoh --games 100 --moves
  same unmerged merged
}

damage_shards() {
  local merge="merge part1 part2 part3 --out merged" name
  for name in games.csv moves.csv; do
    spoil part2/$name 'truncate -s -1 "$1"'
    refuse 1 "part2/$name is too short" $merge; mend
    spoil part2/$name 'sed -i "10s/,1/,2/" "$1"'
    refuse 1 "part2/$name has changed since it was written" $merge; mend
    spoil part2/$name 'echo more >>"$1"'
    refuse 1 "something has been added" $merge; mend
  done
  spoil part3/run.json 'sed -i "s/\"complete\": true/\"complete\": false/" "$1"'
  "$reseal" part3/run.json
  refuse 1 "shard 3/3 in part3 is not complete" $merge; mend
  spoil part3/run.json 'echo "[" >"$1"'
  refuse 1 "part3/run.json does not end with its checksum" $merge; mend
  [ -e merged ] && fail "a refused merge left something behind"
}

# Shards that were played with different versions of a bot.
test_merged_bots() {
  cp -r "$golden/bots" thebots
  play of1 tictacdoh --seat thebots/first.lua --games 20 --shard 1/2
  echo "-- changed" >>thebots/first.lua
  play of2 tictacdoh --seat thebots/first.lua --games 20 --shard 2/2
  kept=(of1 of2)
  refuse 1 "was played with different versions of its Lua files" merge of1 of2 --out of
}

# Two processes in one folder: the second is refused, the first is not affected.
test_two_at_once() {
  start simulate tictacdoh --games 1000000000 --quiet --out both
  await both
  mv out first_out; mv err first_err
  run 1 simulate tictacdoh --games 1000000000 --quiet --out both --resume
  err "both is in use"; no_out
  run 1 simulate tictacdoh --games 1000000000 --quiet --out both
  err "both already holds a run"; no_out
  kill -INT "$running"
  finish 130
}

# A run does not write into a folder that replaced its own, and does not list files
# that do not exist.
test_moved() {
  play newcomer.whole tictacdoh --games 100 --seed 9
  start simulate tictacdoh --games 1000000000 --quiet --out moved
  await moved
  # Stopped meanwhile, so that no checkpoint falls between the move and the new folder.
  kill -STOP "$running"
  mv moved elsewhere
  "$boardlab" simulate tictacdoh --games 100 --seed 9 --quiet --out moved >/dev/null 2>&1
  kill -CONT "$running"
  kill -INT "$running"
  finish 1
  err "moved/games.csv has been moved"; no_out
  same newcomer.whole moved
  # A checkpoint may have been made before it was stopped: go on from there.
  local games=$(($(wc -l <elsewhere/games.csv) + 1000))
  run 0 simulate tictacdoh --games "$games" --out elsewhere --resume
  play undisturbed tictacdoh --games "$games"
  same undisturbed elsewhere
  start simulate tictacdoh --games 1000000000 --quiet --out removed
  await removed
  rm -f removed/games.csv
  kill -INT "$running"
  finish 1
  err "could not find removed/games.csv"
}

# ---- bots that fail --------------------------------------------------------

write_bad_bots() {
  echo 'return { choose = function() while true do end end }' >loop.lua
  echo 'local t = {} return { choose = function() while true do t[#t + 1] = ("x"):rep(1000) .. #t end end }' >greedy.lua
  echo 'local function f(n) return 1 + f(n + 1) end return { choose = function() return f(1) end }' >deep.lua
  echo 'return { choose = function(state) return state.no.such.thing end }' >crash.lua
  echo 'return { choose = function() return "a move" end }' >illegal.lua
  echo 'return { choose = function() error("a \"quote\", a comma, \u{20ac} and \\") end }' >wordy.lua
}

# They forfeit all their games, and the run completes.
test_bad_bots() {
  local bot
  write_bad_bots
  for bot in loop greedy deep crash illegal wordy; do
    run 1 simulate tictacdoh --seat $bot.lua --seat random --rotate --games 8 --moves --budget 300000 --memory 2 \
      --out "bad_$bot" --quiet
    out "forfeited 100.0%"; out "the first forfeit: "; out "forfeited after 0 to 1 plies"
    err "every game was forfeited"
    ! grep -q "median" out || fail "has a median that nobody knows"
    grep -q "^bot,\"$bot.lua\",forfeit_rate,1,.*,1,8,$" "bad_$bot/summary.csv" || fail "$bot did not forfeit 8 games"
    run 1 simulate tictacdoh --seat $bot.lua --seat random --rotate --games 8 --moves --budget 300000 --memory 2 \
      --jobs 1 --out "bad_$bot.1" --quiet
    same "bad_$bot" "bad_$bot.1"
  done
}

# ---- stopping rules --------------------------------------------------------

test_until() {
  local jobs until="tictacdoh --until seat1=5% --moves" rows
  play until $until --jobs 1
  out "stopping rule seat1=5%: met"
  rows=$(($(wc -l <until/games.csv) - 1))
  # A rate near a half takes some 380 games, and is checked every 100.
  [ $rows -eq 400 ] || fail "played $rows games, not 400"
  for jobs in 2 7; do
    play until$jobs $until --jobs $jobs
    same until until$jobs
  done
  play capped $until --games 250
  out "250 games"; out "stopping rule seat1=5%: not met; a larger --games allows more games"
  [ "$(wc -l <capped/games.csv)" -eq 251 ] || fail "did not stop at 250 games"
  run 0 simulate $until --out capped --resume
  same until capped
  # Defaults are rounded up to whole rounds of seatings.
  run 0 simulate tictacdoh:players=3 --seat random --seat greedy --seat greedy --rotate --until draw=5% --quiet
  out "stopping rule draw=5%: met"
  run 0 simulate tictacdoh:players=3 --rotate --seat random --seat greedy --seat greedy --quiet
  out "1,002 games"
  # If interrupted, it stops at the same game.
  play until_long tictacdoh --until seat1=0.4%
  start simulate tictacdoh --until seat1=0.4% --out until_killed
  await until_killed
  sleep "$(random_time 0.3)"
  kill -KILL "$running" 2>/dev/null
  finish
  run 0 simulate tictacdoh --until seat1=0.4% --out until_killed --resume
  same until_long until_killed
}

# ---- other tools -----------------------------------------------------------

# A metric of summary.csv.
metric() { awk -F, -v m="$2" '$1 == "run" && $3 == m { print $4 }' "$1/summary.csv"; }

test_miller() {
  if ! command -v mlr >/dev/null; then
    echo "skipped: Miller is not installed"
    return
  fi
  write_bad_bots
  play read tictacdoh --seat bots/onestep.lua --seat bots/random.lua --rotate --games 500 --moves --max-plies 9
  mlr_is 500 --icsv --onidx count read/games.csv
  mlr_is "$(metric read games)" --icsv --onidx count read/games.csv
  mlr_is "$(metric read plies_mean)" --icsv --onidx --ofmt %.6f stats1 -a mean -f plies read/games.csv
  mlr_is "$(metric read plies_max)" --icsv --onidx stats1 -a max -f plies read/games.csv
  mlr_is "$(metric read truncated_rate)" --icsv --onidx --ofmt %.6f put -q \
    'begin { @n = 0 } $outcome == "truncated" { @n += 1 } end { print fmtnum(@n / NR, "%.6f") }' read/games.csv
  # moves.csv has one row per ply of every game, whatever the outcome.
  mlr --icsv --ojson stats1 -a sum -f plies -g outcome read/games.csv >by_outcome
  mlr --icsv --ojson join -j number -f read/games.csv then count -g outcome -o plies_sum read/moves.csv >by_moves
  mlr --ijson --ojson sort -f outcome by_outcome >sorted1
  mlr --ijson --ojson sort -f outcome by_moves >sorted2
  diff sorted1 sorted2 || fail "moves.csv and games.csv have different plies"
  mlr_is "$(awk -v m="$(metric read plies_mean)" 'BEGIN { printf "%.0f", 500 * m }')" --ijson --onidx stats1 -a sum -f plies_sum by_outcome
  mlr_is 1 --icsv --onidx filter '$scope == "run" && $metric == "games"' then cut -f value then put '$value = $value == 500 ? 1 : 0' read/summary.csv
  mlr_is "$(printf 'bots/onestep.lua\nbots/random.lua')" --icsv --onidx filter '$metric == "win_rate" && $scope == "bot"' then cut -f key read/summary.csv
  # Only the first line of a message is kept; names of folders may contain anything printable.
  local bot='a "b",c €/wordy.lua'
  mkdir "${bot%/*}" && cp wordy.lua "$bot"
  run 1 simulate tictacdoh --seat wordy.lua --seat "$bot" --rotate --games 4 --quiet --out words
  mlr_is 4 --icsv --onidx count words/games.csv
  mlr_is 'wordy.lua:1: a "quote", a comma, € and \' --icsv --onidx --ofs '|' head -n 1 then cut -f reason words/games.csv
  mlr_is "$bot" --icsv --onidx --ofs '|' head -n 1 then cut -f seat2 words/games.csv
  mlr_is "$bot" --icsv --onidx --ofs '|' filter '$scope == "bot"' then tail -n 1 then cut -f key words/summary.csv
  run 1 simulate tictacdoh --seat wordy.lua --seat "$bot" --rotate --games 6 --out words --resume
  mlr_is 6 --icsv --onidx count words/games.csv
}

# ---- golden files ----------------------------------------------------------

# To regenerate them: remove tests/cli/golden/NAME and run this with GOLDEN=write.
pin() {
  local name=$1 file
  shift
  play "golden_$name" "$@" --games 5 --moves
  if [ "${GOLDEN-}" = write ]; then
    mkdir -p "$golden/$name" && cp "golden_$name"/*.csv "$golden/$name"
  fi
  for file in games.csv moves.csv summary.csv; do
    diff -u "$golden/$name/$file" "golden_$name/$file" || fail "$file has changed"
  done
}

test_golden() {
  pin tictacdoh tictacdoh --seed 1
  pin lua tictacdoh --seat bots/onestep.lua --seat bots/montecarlo.lua:playouts=5 --seed 42
}

# ---- usage -----------------------------------------------------------------

test_usage() {
  local text
  mkdir folder.lua
  kept=(folder.lua)
  for text in 0 -1 1e9999 99999999999999999999 NaN '' 1.5 ' 5' 1,000; do
    refuse 2 "--games takes a whole number from 1 to 1000000000000, not '$text'" simulate tictacdoh --games "$text"
  done
  for text in -1 '' 18446744073709551615; do
    refuse 2 "--seed takes a whole number from 0 to 9223372036854775807, not '$text'" simulate tictacdoh --seed "$text"
  done
  for text in 0 100000 x; do
    refuse 2 "--jobs takes a whole number from 1 to 1024, not '$text'" simulate tictacdoh --jobs "$text"
  done
  for text in 0/3 4/3 a/b 3 /3 3/ 1/3/4 -1/-3 1/100001 ''; do
    refuse 2 "such as 3/16, up to 4096, not '$text'" simulate tictacdoh --out none --shard "$text"
  done
  for text in nonsense seat0=1% seat3=1% win=1% '' =1%; do
    refuse 2 "'$text' is not a rate: write seat1=1% (seats are 1 to 2)" simulate tictacdoh --until "$text"
  done
  for text in seat1 seat1= seat1=0% seat1=60% seat1=x% seat1=nan seat1=1%% seat1=0.4000000000000000000000000000000000000%; do
    refuse 2 "'$text' has no valid width: write seat1=1%" simulate tictacdoh --until "$text"
  done
  refuse 2 "tictacdoh has 2 seats: name a bot for each, or one for all; 3 were named" \
    simulate tictacdoh --seat random --seat random --seat random
  refuse 2 "did you mean 'tictacdoh'?" simulate tictacdo
  refuse 2 "did you mean 'random'?" simulate tictacdoh --seat randm
  refuse 2 "is not a game" simulate ''
  refuse 2 "is not a bot" simulate tictacdoh --seat ''
  refuse 2 "it is a folder" simulate tictacdoh --seat folder.lua
  refuse 2 "there is no game 'tictac?'" simulate $'tictac\xff'
  refuse 2 "must be UTF-8" simulate tictacdoh --seat $'\xfe.lua'
  refuse 2 "use 2 or 4" simulate tictacdoh --rotate --games 3
  refuse 2 "seatings: use 2" simulate tictacdoh --rotate --games 1
  grep -q "take 0" err && fail "suggests 0"
  refuse 2 "use 9 or 12" simulate tictacdoh:players=3 --rotate --games 10
  refuse 2 "--pairs needs --rotate" simulate tictacdoh --pairs
  refuse 2 "--opening takes a whole number from 0 to 1000, not '-1'" simulate tictacdoh --opening -1
  refuse 2 "leaves nothing to play: games are truncated at 9 plies" simulate tictacdoh --opening 9 --max-plies 9
  refuse 2 "elo1 must be larger than elo0" simulate tictacdoh --seat random --seat greedy --rotate --sprt elo0=5,elo1=0
  refuse 2 "alpha and beta must be" tournament tictacdoh --bot random --bot greedy --sprt elo0=0,elo1=9,alpha=1
  refuse 2 "is not a value of the test" simulate tictacdoh --rotate --sprt 5
  refuse 2 "between two bots, not 1" simulate tictacdoh --rotate --sprt elo0=0,elo1=5
  refuse 2 "between two bots, not 3" tournament tictacdoh --bot random --bot greedy --bot mcts --sprt elo0=0,elo1=5
  refuse 2 "that swap seats" simulate tictacdoh --seat random --seat greedy --sprt elo0=0,elo1=5
  refuse 2 "between two sides, and the game has 3" \
    simulate tictacdoh:players=3 --seat random --seat greedy --seat greedy --rotate --games 9 --sprt elo0=0,elo1=5
  refuse 2 "--until and --sprt cannot be combined" \
    simulate tictacdoh --seat random --seat greedy --rotate --sprt elo0=0,elo1=5 --until draw=1%
  refuse 2 "a shard cannot tell" tournament tictacdoh --bot random --bot greedy --sprt elo0=0,elo1=5 --shard 1/2 --out none
  refuse 1 "no opening of 26 random plies was found" simulate tictacdoh --opening 26 --games 2
  refuse 2 "--moves needs --out DIR" simulate tictacdoh --moves
  refuse 2 "--resume needs --out DIR" simulate tictacdoh --resume
  refuse 2 "--shard needs --out DIR" simulate tictacdoh --shard 1/2
  refuse 2 "give the number of games instead" simulate tictacdoh --until draw=1% --shard 1/2 --out none
  [ -e none ] && fail "a refused command left a folder"
}

# Results go to stdout, progress to stderr.
test_streams() {
  run 0 simulate tictacdoh --games 100
  out "tictacdoh: 100 games, seed 1"; out "seat   bot"; err "100 games in"
  grep -q "games in" out && fail "stdout has the progress"
  run 0 simulate tictacdoh --games 100 --quiet
  out "tictacdoh: 100 games, seed 1"; no_err
}

# ---- sequential tests --------------------------------------------------------

test_sprt() {
  local flags=(simulate quoridor:size=5 --seat alphabeta:depth=2 --seat alphabeta:depth=1 --rotate --pairs --opening 4
    --sprt elo0=0,elo1=30 --quiet)
  run 0 "${flags[@]}" --out sprt --jobs 1
  out "H0 is rejected: alphabeta:depth=2 is stronger than alphabeta:depth=1. If that"
  lacks "p (Holm)"
  # Neither p-values nor the likelihood of superiority allow for the test.
  mlr_is 1 --icsv --onidx filter 'is_empty($p) && is_empty($p_holm) && is_empty($los)' then count sprt/pairs.csv
  out "log-likelihood ratio +3.78, bounds -2.94 and +2.94"
  grep -q '"until": "sprt:elo0=0,elo1=30,alpha=0.05,beta=0.05"' sprt/run.json || fail "the manifest has no test"
  grep -q '"complete": true' sprt/run.json || fail "the run is not complete"
  run 0 "${flags[@]}" --out sprt.7 --jobs 7
  same sprt sprt.7
  run 0 "${flags[@]}" --out sprt --resume
  same sprt sprt.7
  # A limit that is raised is no look: the test goes on.
  run 0 "${flags[@]}" --out sprt.limited --games 20
  run 0 "${flags[@]}" --out sprt.limited --resume
  same sprt sprt.limited
  # Without the test and with more games the run stays marked.
  run 0 simulate quoridor:size=5 --seat alphabeta:depth=2 --seat alphabeta:depth=1 --rotate --pairs --opening 4 \
    --games 400 --out sprt.7 --resume --quiet
  out "alphabeta:depth=2 is stronger than alphabeta:depth=1: it scores "; lacks "is rejected"; out "anytime-valid"
  out "anytime-valid"
  mlr_is 1 --icsv --onidx filter 'is_empty($p) && is_empty($p_holm) && is_empty($los)' then count sprt.7/pairs.csv
  jq -e '.until == "" and (.raised | length == 1 and .[0].until == "sprt:elo0=0,elo1=30,alpha=0.05,beta=0.05")' \
    sprt.7/run.json >truth || fail "the test was forgotten: $(jq -c .raised sprt.7/run.json)"
  run 1 simulate quoridor:size=5 --seat alphabeta:depth=2 --seat alphabeta:depth=1 --rotate --pairs --opening 4 \
    --sprt elo0=0,elo1=40 --out sprt --resume --quiet
  err "its 'until' is \"sprt:elo0=0,elo1=30,alpha=0.05,beta=0.05\", not \"sprt:elo0=0,elo1=40,"
  # The weaker bot first: it is not stronger.
  run 0 tournament quoridor:size=5 --bot alphabeta:depth=1 --bot alphabeta:depth=2 --sprt elo0=0,elo1=30 --opening 4 --quiet \
    --out trinomial
  out "H1 is rejected: alphabeta:depth=1 is less than 30 Elo stronger than"
  out "alphabeta:depth=2, or weaker. If"
  out "trinomial"
  # Its interval, which allows for the test, is in both files, also without pairs.
  local name
  for name in sprt trinomial; do
    mlr --icsv --onidx filter '$scope == "match" && $metric == "score"' then put '$other = fmtnum(1 - $high, "%.6f")' \
      then cut -f low,other "$name/summary.csv" | grep -qwF "$(mlr --icsv --onidx cut -f score_low "$name/pairs.csv")" ||
      fail "$name: the intervals of the score differ"
  done
}

# The results of every two bots against each other, and whether ratings fit them.
test_head_to_head() {
  run 0 tournament tictacdoh --bot mcts:iterations=20 --bot greedy --bot alphabeta:depth=2 --games 10 --quiet --out heads
  out "head to head (95%)"; out "Fit of the ratings to every pair: chi-square"
  mlr_is 3 --icsv --onidx filter '$games == 20 && $score_low <= $score && $score <= $score_high' then \
    filter '$score_p <= $score_p_holm' then count heads/pairs.csv
  mlr_is 1 --icsv --onidx filter '$metric == "fit_p" && $value >= 0 && $value <= 1' then count heads/summary.csv
}

# A match in pairs says first which bot is stronger, and gives one difference.
test_match() {
  run 0 simulate quoridor:size=5 --seat alphabeta:depth=1 --seat alphabeta:depth=2 --rotate --pairs --opening 4 \
    --games 300 --quiet
  [[ $(sed -n 3p out) == "alphabeta:depth=2 is stronger than alphabeta:depth=1: it scores "* ]] ||
    fail "the stronger bot does not come first"
  out "in 150 pairs of games, a score of"
  lacks "p (Holm)"
  # One pair shows nothing, and says nothing in Elo.
  run 0 simulate quoridor:size=5 --seat alphabeta:depth=1 --seat alphabeta:depth=2 --rotate --pairs --opening 4 \
    --games 2 --quiet
  [[ $(sed -n 3p out) == "Neither "* ]] || fail "one pair shows which bot is stronger"
  out "alphabeta:depth=1 scores 100.0% (0.0 to 100.0) in 1 pair of games."
}

# ---- verification ------------------------------------------------------------

# Games that repeat each other are no evidence that a bot is the strongest.
test_deterministic_bots() {
  local k
  for k in 1 2 3; do
    echo "return { choose = function(s) local m = s:moves() return m[$k * 7 % #m + 1] end }" >"fixed$k.lua"
  done
  run 0 tournament tictacdoh --bot fixed1.lua --bot fixed2.lua --bot fixed3.lua --games 50 --quiet
  lacks "is the strongest"
  out "Only 6 of the 300 games are distinct"
}

test_verify() {
  run 0 simulate games/mnk.lua --seat bots/onestep.lua --seat random --games 20 --verify 7 --quiet
  out "verified: 7 games played again in other processes, all the same"
  no_err
  run 0 simulate tictacdoh --games 20 --verify 1 --quiet --isolation off
  out "verified: 1 game played again in another process, the same"
  run 0 tournament quoridor:size=3 --bot random --bot bots/runner.lua --games 2 --verify 9 --quiet
  out "verified: 4 games played again in other processes, all the same"
  run 0 simulate games/mnk.lua --seat bots/onestep.lua --seat random --rotate --pairs --opening 2 --games 20 \
    --verify 7 --quiet
  out "verified: 7 games played again in other processes, all the same"
  refuse 2 "mcts:ms=5 plays by the clock, so its games cannot be verified" \
    simulate tictacdoh --seat mcts:ms=5 --games 2 --verify 1
  refuse 2 "--verify" simulate tictacdoh --verify 0
  # A run whose manifest says other things than what was played: random openings, and other rules.
  play unopened quoridor:size=5,walls=4 --games 20 --moves --max-plies 30 --opening 2
  sed -i 's/"opening": 2/"opening": 0/' unopened/run.json
  "$reseal" unopened/run.json
  cp -r unopened rewalled
  sed -i 's/walls=4/walls=2/' rewalled/run.json
  "$reseal" rewalled/run.json
  run 1 simulate quoridor:size=5,walls=2 --games 20 --moves --max-plies 30 --out rewalled --resume --verify 5 --quiet
  err "rewalled/games.csv, line 2: column 1, game: 'quoridor:"
  run 1 simulate quoridor:size=5,walls=4 --games 20 --moves --max-plies 30 --out unopened --resume --verify 5 --quiet
  err "game 0 of seed 1 (random, random): ply "
  err "5 of 5 games played again differ: a bot or the rules depend on something other than"
}

# Progress for other programs. The last line says how far it came, of several runs together too; the files
# do not depend on it; and a run whose reader goes away stops in good order.
test_progress() {
  play quietly tictacdoh --games 400
  run 0 simulate tictacdoh --games 400 --out reported --progress-fd 3 3>lines
  same quietly reported
  tail -n 1 lines | jq -e '.games == 400 and .wanted == 400 and .rate > 0 and .game == "tictacdoh" and
    (.seats | length == 2 and all(.low < .rate and .rate < .high))' >truth || fail "the last line: $(tail -n 1 lines)"
  run 0 sweep quoridor:size=3 --vary walls=0..2 --games 20 --progress-fd 3 3>lines
  tail -n 1 lines | jq -e '.games == 60 and .wanted == 60 and (.game | endswith("walls=2"))' >truth ||
    fail "the last line: $(tail -n 1 lines)"
  run 0 sweep quoridor:size=3 --vary walls=0..2 --games 20 --out each --progress-fd 3 3>lines
  jq -es 'map(.dir) | unique == ["each/walls=0", "each/walls=1", "each/walls=2"]' lines >truth || fail "a run has no line: $(cat lines)"
  run 0 tournament tictacdoh --bot random --bot alphabeta:depth=1 --games 20 --verify 30 --progress-fd 3 3>lines
  jq -es 'any(.verified > 0 and .wanted == 30)' lines >truth || fail "no line about the verification"
  # The reader leaves after a line.
  { "$boardlab" simulate quoridor --games 100000000 --out left --quiet --progress-fd 3 3>&1 >shown 2>messages
    echo $? >code; } | head -n 1 >lines
  until_true test -s code
  [ "$(cat code)" = 130 ] || fail "without a reader the exit code is $(cat code): $(cat messages)"
  jq -e '.played > 0 and (.complete | not)' left/run.json >truth || fail "the run was not kept"
  # It does not wait for a game that would take hours, either.
  rm code
  { "$boardlab" simulate quoridor --seat mcts:iterations=10000000 --games 1 --out slow --quiet --progress-fd 3 3>&1 >shown 2>messages
    echo $? >code; } | head -n 1 >lines
  until_true test -s code
  [ "$(cat code)" = 130 ] || fail "without a reader the exit code is $(cat code): $(cat messages)"
  # A check ends, too.
  rm code
  { "$boardlab" check games/hex.lua --games 1000000 --quiet 2>messages
    echo $? >code; } | true
  until_true test -s code
  [ "$(cat code)" = 141 ] || fail "without a reader the exit code of check is $(cat code): $(cat messages)"
  refuse 2 "--progress-fd 9: descriptor 9 is not open for writing; a shell opens it with 9>FILE" \
    simulate tictacdoh --progress-fd 9
  for descriptor in 0 -1 x 1.5 nan 99999999999; do
    refuse 2 "--progress-fd takes a whole number from 1 to" simulate tictacdoh --progress-fd=$descriptor
  done
  run 2 tune tictacdoh --vary board=3,4 --goal draw=0% --progress-fd 3 3</dev/null
  err "descriptor 3 is not open for writing"
}

# A sweep that its rules have ended says so in its report.
test_failing_sweep() {
  cp "$golden/../../analysis/experiments/games/fails.lua" .
  run 1 sweep fails.lua --vary turns=21,4 --games 20 --quiet --out failing
  for again in "" --resume; do
    # shellcheck disable=SC2086 # none or one
    [ -z "$again" ] || run 1 sweep fails.lua --vary turns=21,4 --games 20 --quiet --out failing $again
    run 0 report failing
    grep -q 'With turns=4 the rules failed: game 0 of seed 1: fails.lua:12: a mistake' failing/report.html || fail "no reason in the report"
  done
}

run_parts bytes failing_sweep raised deterministic_bots interruptions ladder file_limits small_disks no_summary full_stdout other_runs other_folders \
  damage changed_bots merges merged_bots two_at_once moved bad_bots until sprt match head_to_head miller golden usage streams \
  verify progress
conclude

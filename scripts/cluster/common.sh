# shellcheck shell=bash
# Sourced by parallel.sh and slurm.sh: reading their arguments, which are the
# same, and looking at what is there of a run.
#
# The shards of a run in DIR are in DIR.shards/1, DIR.shards/2, …, each of them
# the folder of a run. Beside them are
#   command   what they are shards of, to tell another command from this one
#   locks/    a file for each shard, locked while somebody plays it
#   joblog    by GNU parallel: who played which shard, and how that ended
#   logs/     by Slurm: what the tasks printed

say() {
  printf '%s\n' "$*" >&2
}

fail() {
  say "$(basename "$0"): $*"
  exit 1
}

# The comment at the head of the script.
usage() {
  sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

# Without following links: machines share the path by which a folder is called.
absolute() {
  case $1 in
  /*) printf '%s' "$1" ;;
  *) printf '%s' "$PWD/$1" ;;
  esac
}

# read_flags ARGUMENT…: sorts out what stands behind the subcommand. Threads do
# not make it another run; merging has limits of its own on Lua files.
read_flags() {
  while [ $# -gt 0 ]; do
    case $1 in
    --out | --out=* | --shard | --shard=* | --resume)
      fail "${1%%=*} is given by this script: leave it out"
      ;;
    --jobs=*) jobs=${1#*=} ;;
    --jobs)
      jobs=${2-}
      shift $(($# > 1))
      ;;
    --budget=* | --memory=*)
      words+=("$1")
      limits+=("$1")
      ;;
    --budget | --memory)
      words+=("$1" "${@:2:1}")
      limits+=("$1" "${@:2:1}")
      shift $(($# > 1))
      ;;
    *) words+=("$1") ;;
    esac
    shift
  done
}

# read_arguments SHARDS DIR SUBCOMMAND GAME [FLAG…]: sets
#   shards         their number
#   folder, parts  DIR and DIR.shards
#   words          what boardlab is called with, apart from where to write
#   jobs, limits   its threads, and the flags that `boardlab merge` takes, too
#   boardlab       its path
read_arguments() {
  [ $# -ge 4 ] || usage
  shards=$1
  folder=$(absolute "${2%/}")
  parts=$folder.shards
  words=("$3")
  jobs=1
  limits=()
  # As many words as `boardlab merge` takes.
  if ! [[ $shards =~ ^[1-9][0-9]{0,3}$ ]] || [ "$shards" -gt 4096 ]; then
    fail "the number of shards must be 1 to 4096, not '$shards'"
  fi
  read_flags "${@:4}"
  [[ $jobs =~ ^[1-9][0-9]{0,3}$ ]] || fail "--jobs takes a number, not '$jobs'"
  # shellcheck disable=SC2034 # for those who source this
  boardlab=$(find_boardlab)
}

find_boardlab() {
  local built
  built=$(cd "$(dirname "$0")/../.." && pwd)/build/release/boardlab
  if [ "${BOARDLAB-}" ]; then
    [ -x "$BOARDLAB" ] || fail "BOARDLAB=$BOARDLAB is not a program"
    absolute "$BOARDLAB"
  elif command -v boardlab >/dev/null; then
    absolute "$(command -v boardlab)"
  elif [ -x "$built" ]; then
    printf '%s' "$built"
  else
    fail "there is no boardlab on the PATH, and no $built: build it" \
      "(scripts/quickstart does), or say where it is with BOARDLAB=PATH"
  fi
}

# is_complete FOLDER: whether it holds a run with all its games.
is_complete() {
  grep -qs '^ *"complete": true' "$1/run.json"
}

count_complete() {
  local part count=0
  for ((part = 1; part <= shards; part++)); do
    if is_complete "$parts/$part"; then
      count=$((count + 1))
    fi
  done
  echo "$count"
}

# Another command must not go on with the shards of this one. Whoever got the
# first one wrong, so that no shard began, may try again.
check_command() {
  local mine=$1 there
  there=$(cat "$parts/command" 2>/dev/null) || return 0
  [ "$there" != "$mine" ] || return 0
  is_complete "$folder" || compgen -G "$parts/*/run.json" >/dev/null || return 0
  say "$folder was begun by another command:"
  say "  its shards and arguments:    $there"
  say "  those given now:             $mine"
  fail "go on with it by the same command, or choose another folder for another run"
}

# Stops if there is nothing to do, or if it cannot be done here; else notes what
# is going to be done.
begin() {
  local mine
  mine=$(printf '%q ' "$shards" "${words[@]}")
  check_command "$mine"
  if is_complete "$folder"; then
    say "$folder is complete: nothing to do"
    exit 0
  fi
  [ ! -e "$folder" ] || rmdir "$folder" 2>/dev/null ||
    fail "$folder is there, and is not the complete run of these shards: choose a new folder"
  mkdir -p "$parts/locks"
  printf '%s\n' "$mine" >"$parts/command"
}

# shellcheck shell=bash
# Sourced by parallel.sh and slurm.sh: parses their common arguments and checks how
# much of a run exists.
#
# The shards of a run in DIR are the folders DIR.shards/1, DIR.shards/2, … Next to
# them are
#   command   the command of the run, to refuse a different one
#   locks/    one file per shard, locked while the shard is being played
#   joblog    with GNU parallel: the host and exit code of each shard
#   logs/     with Slurm: the output of the tasks

say() {
  printf '%s\n' "$*" >&2
}

fail() {
  say "$(basename "$0"): $*"
  exit 1
}

# Prints the comment at the top of the script.
usage() {
  sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

# Makes a path absolute without resolving links, as machines may mount the same
# path differently.
absolute() {
  case $1 in
  /*) printf '%s' "$1" ;;
  *) printf '%s' "$PWD/$1" ;;
  esac
}

# read_flags ARGUMENT…: sorts the arguments after the subcommand. --jobs is kept
# apart, since it does not change the run; the limits on Lua files are also passed
# to boardlab merge.
read_flags() {
  while [ $# -gt 0 ]; do
    case $1 in
    --out | --out=* | --shard | --shard=* | --resume)
      fail "leave out ${1%%=*}: this script sets it"
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
#   shards         the number of shards
#   folder, parts  DIR and DIR.shards
#   words          the arguments of boardlab, without those set by these scripts
#   jobs           threads per shard
#   limits         the flags that boardlab merge also takes
#   boardlab       the path of the program
read_arguments() {
  [ $# -ge 4 ] || usage
  shards=$1
  folder=$(absolute "${2%/}")
  parts=$folder.shards
  words=("$3")
  jobs=1
  limits=()
  # boardlab merge takes at most 4096 folders.
  if ! [[ $shards =~ ^[1-9][0-9]{0,3}$ ]] || [ "$shards" -gt 4096 ]; then
    fail "the number of shards must be 1 to 4096, not '$shards'"
  fi
  read_flags "${@:4}"
  [[ $jobs =~ ^[1-9][0-9]{0,3}$ ]] || fail "--jobs takes a number, not '$jobs'"
  # shellcheck disable=SC2034 # used by the sourcing scripts
  boardlab=$(find_boardlab)
}

# As BOARDLAB says, or on the PATH, or where the sources were built, or where these
# scripts are installed, in PREFIX/share/boardlab.
find_boardlab() {
  local top
  top=$(cd "$(dirname "$0")/../.." && pwd)
  if [ "${BOARDLAB-}" ]; then
    [ -x "$BOARDLAB" ] || fail "BOARDLAB=$BOARDLAB is not a program"
    absolute "$BOARDLAB"
  elif command -v boardlab >/dev/null; then
    absolute "$(command -v boardlab)"
  elif [ -x "$top/build/release/boardlab" ]; then
    printf '%s' "$top/build/release/boardlab"
  elif [ -x "$top/../../bin/boardlab" ]; then
    printf '%s' "${top%/*/*}/bin/boardlab"
  else
    fail "boardlab is neither on the PATH nor in $top/build/release: build it with" \
      "scripts/quickstart, or set BOARDLAB to its path"
  fi
}

# is_complete FOLDER: whether it holds a complete run.
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

# Fails if the shards belong to a different command. A command of which no shard was
# ever started, because it was wrong, may be replaced.
check_command() {
  local mine=$1 there
  there=$(cat "$parts/command" 2>/dev/null) || return 0
  [ "$there" != "$mine" ] || return 0
  is_complete "$folder" || compgen -G "$parts/*/run.json" >/dev/null || return 0
  say "$folder was started by a different command:"
  say "  its shards and arguments:    $there"
  say "  those given now:             $mine"
  fail "repeat the same command to resume it, or choose another folder"
}

# Exits if there is nothing to do or the folder is in use; otherwise records the
# command.
begin() {
  local mine
  mine=$(printf '%q ' "$shards" "${words[@]}")
  check_command "$mine"
  if is_complete "$folder"; then
    say "$folder is complete: nothing to do"
    exit 0
  fi
  [ ! -e "$folder" ] || rmdir "$folder" 2>/dev/null ||
    fail "$folder exists and is not the run of these shards: choose a new folder"
  mkdir -p "$parts/locks"
  printf '%s\n' "$mine" >"$parts/command"
}

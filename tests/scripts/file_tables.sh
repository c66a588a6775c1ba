#!/usr/bin/env bash
# The tables of files in the folders' READMEs agree with the tree: every file of a folder
# is in a table of its page, and every file that such a table names is there. So is every
# function that CONTRIBUTING.md names. Called with the root of the sources.
#
# A table of files has a column "file", "files", "C file", "script" or "folder". It names a
# file in backticks: `batch.c`, `batch` or `batch.h` for batch.c and batch.h, `mcts*.c` for
# several. Private headers, *_internal.h, need no row.
set -u
cd "${1:?the root of the sources is missing}" || exit 1
checked=0
failures=0

# The pages, each with the folders whose files its tables list.
pages() {
  cat <<'END_OF_PAGES'
analysis/experiments/README.md analysis/experiments
analysis/metrics/README.md analysis/metrics
analysis/report/README.md analysis/report
analysis/result/README.md analysis/result
analysis/stats/README.md analysis/stats
cli/README.md cli cli/catalog cli/commands cli/session cli/table cli/terminal
cli/studio/README.md cli/studio cli/studio/page
core/README.md core
core/base/README.md core/base
core/game/README.md core/game
core/isolation/README.md core/isolation
core/program/README.md core/program
core/run/README.md core/run
core/search/README.md core/search
core/learn/README.md core/learn
lua/host/README.md lua/host lua/host/api lua/host/plugins lua/host/sandbox
scripts/README.md scripts
scripts/cluster/README.md scripts/cluster
tests/README.md tests tests/support
END_OF_PAGES
}

fail() {
  echo "FAILED: $1"
  failures=$((failures + 1))
}

# The names in backticks of a page's tables of files, one per line: "file NAME" from a
# column of files, "text NAME" from another one.
names() {
  awk -F '|' '
    /^```/ { code = !code }
    code || !/^\|/ { head = 0; listed = 0; next }
    !head {
      head = 1
      split("", files)
      for (i = 2; i < NF; i++) {
        title = $i
        gsub(/^ +| +$/, "", title)
        if (title ~ /^(file|files|C file|script|folder|folder or file)$/) files[i] = listed = 1
      }
      next
    }
    listed {
      for (i = 2; i < NF; i++) {
        count = split($i, part, "`")
        for (j = 2; j < count; j += 2) print (i in files ? "file " : "text ") part[j]
      }
    }' "$1"
}

# covers NAME FILE: a name in a table stands for a file.
covers() {
  # shellcheck disable=SC2053 # the name may be a pattern
  [[ $2 == $1 ]] && return
  case $1 in
  *'*'*) return 1 ;;
  *.c | *.h | *.'[ch]') [[ $2 == *.[ch] && ${2%.*} == "${1%%.*}" ]] ;;
  *) [[ ${2%.*} == "$1" ]] ;;
  esac
}

# is_there NAME FOLDER…: a name in a table stands for some file or folder.
is_there() {
  local name=${1%/} folder file
  shift
  for folder in "$@"; do
    [ -e "$folder/$name" ] && return 0
    for file in "$folder"/*; do
      covers "$name" "${file##*/}" && return 0
    done
  done
  [[ $name == */* && -e $name ]]
}

# expected FOLDER: its files that need a row.
expected() {
  local path name
  for path in "$1"/*; do
    name=${path##*/}
    case $name in
    README.md | CMakeLists.txt | *_internal.h | *.png | build) ;;
    *) if [ -f "$path" ]; then echo "$name"; fi ;;
    esac
  done
}

# check_folders PAGE FOLDER…: the folders in the first one are in a table, or their files are.
check_folders() {
  local page=$1 path name
  shift
  for path in "$1"/*/; do
    path=${path%/} name=${path##*/}
    [ "$name" = build ] || [ ! -d "$path" ] || [[ " $* " == *" $path "* ]] ||
      grep -Eq "^(file|text) $name(/|\$)" "$list" || fail "$page: no table has the folder $path"
  done
}

check_page() {
  local page=$1 kind name file folder known
  shift
  names "$page" >"$list"
  for folder in "$@"; do
    while IFS= read -r file; do
      checked=$((checked + 1))
      known=
      while read -r kind name; do
        if covers "${name##*/}" "$file"; then known=yes && break; fi
      done <"$list"
      [ -n "$known" ] || fail "$page: no table has $folder/$file"
    done < <(expected "$folder")
  done
  check_folders "$page" "$@"
  while read -r kind name; do
    case $kind:$name in
    text:*/*) ;;
    text:*.[ch] | text:*.js | text:*.mjs | text:*.cmake)
      grep -q "/${name//'*'/[^\/]*}\$" "$tree" || fail "$page: a table names $name, which is nowhere"
      ;;
    file:*) is_there "$name" "$@" || fail "$page: a table names $name, which is not there" ;;
    esac
  done <"$list"
}

# Names such as `run_open` in CONTRIBUTING.md are in the sources.
check_names() {
  local name
  while IFS= read -r name; do
    checked=$((checked + 1))
    grep -rqw --include='*.[ch]' --include='*.js' -e "$name" core analysis lua cli ||
      fail "CONTRIBUTING.md names $name, which is in no source"
  done < <(grep -oE "[\`][a-z]+_[a-z_]*[a-z][\`]" CONTRIBUTING.md | tr -d '`' | sort -u)
}

list=$(mktemp) tree=$(mktemp)
trap 'rm -f "$list" "$tree"' EXIT
find . -type f -not -path './build/*' -not -path './.git/*' >"$tree"
while read -r page folders; do
  # shellcheck disable=SC2086 # folders without blanks
  check_page "$page" $folders
done < <(pages)
check_names
echo "$checked files, $failures failures"
[ "$checked" -gt 300 ] && [ "$failures" -eq 0 ]

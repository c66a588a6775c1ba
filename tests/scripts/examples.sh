#!/usr/bin/env bash
# Runs the examples in the documentation in a temporary folder.
#
# In a ```console block, each line "$ …" is run, and the lines after it must be its
# output, up to a line "…" if there is one. A line without output after it must
# succeed; its output is not checked.
#
# A ```lua block whose first line is a comment with a file name, such as
# "-- mybot.lua", is saved under that name for the blocks after it. Any other is run
# as a script, whose output must be the texts after "-->" on its lines. A ```python
# block is only saved, if it begins with such a comment, "# mybot.py".
#
# Arguments: the path of boardlab, then the Markdown files.
set -u
boardlab=$(realpath "$1")
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/work"
ln -s "$boardlab" "$folder/bin/boardlab"
PATH=$folder/bin:$PATH
examples=0
failures=0

fail() {
  echo "FAILED: $1: $2"
  failures=$((failures + 1))
}

# check FILE LINE: runs a shell command; "$folder/wanted" has the expected output.
check() {
  local file=$1 line=$2
  [ -n "$line" ] || return 0
  examples=$((examples + 1))
  if ! (cd "$folder/work" && bash -c "$line") >"$folder/got" 2>&1 </dev/null &&
    [ ! -s "$folder/wanted" ]; then
    cat "$folder/got"
    fail "$file" "$line"
    return 0
  fi
  [ -s "$folder/wanted" ] || return 0
  # Compare up to the line "…", if there is one.
  local lines
  lines=$(grep -nx '…' "$folder/wanted" | head -n 1 | cut -d: -f1)
  if [ -n "$lines" ]; then
    head -n $((lines - 1)) "$folder/wanted" >"$folder/short" && mv "$folder/short" "$folder/wanted"
    head -n $((lines - 1)) "$folder/got" >"$folder/short" && mv "$folder/short" "$folder/got"
  fi
  diff -u "$folder/wanted" "$folder/got" || fail "$file" "$line"
}

# check_lua FILE: saves or runs the block in "$folder/block.lua".
check_lua() {
  local name
  name=$(sed -n '1s/^-- \([A-Za-z0-9_]*\.lua\).*/\1/p' "$folder/block.lua")
  examples=$((examples + 1))
  if [ -n "$name" ]; then
    cp "$folder/block.lua" "$folder/work/$name"
    return 0
  fi
  sed -n 's/.*--> //p' "$folder/block.lua" >"$folder/wanted"
  if ! (cd "$folder/work" && boardlab run "$folder/block.lua") >"$folder/got" 2>&1 </dev/null; then
    cat "$folder/got"
    fail "$1" "$(head -n 1 "$folder/block.lua")"
  elif ! diff -u "$folder/wanted" "$folder/got"; then
    fail "$1" "$(head -n 1 "$folder/block.lua")"
  fi
}

for file in "$@"; do
  inside=
  line=
  : >"$folder/wanted"
  while IFS= read -r text; do
    case $inside$text in
    '```console') inside=console: ;;
    '```lua') inside=lua: && : >"$folder/block.lua" ;;
    '```python') inside=python: && : >"$folder/block.py" ;;
    'console:```')
      check "$file" "$line"
      inside= line=
      : >"$folder/wanted"
      ;;
    'console:$ '*)
      check "$file" "$line"
      line=${text#'$ '}
      : >"$folder/wanted"
      ;;
    console:*) printf '%s\n' "$text" >>"$folder/wanted" ;;
    'lua:```')
      check_lua "$file"
      inside=
      : >"$folder/wanted"
      ;;
    lua:*) printf '%s\n' "$text" >>"$folder/block.lua" ;;
    'python:```')
      name=$(sed -n '1s/^# \([A-Za-z0-9_]*\.py\)$/\1/p' "$folder/block.py")
      [ -z "$name" ] || cp "$folder/block.py" "$folder/work/$name"
      inside=
      ;;
    python:*) printf '%s\n' "$text" >>"$folder/block.py" ;;
    esac
  done <"$file"
done

echo "$examples examples, $failures failed"
[ "$examples" -gt 0 ] && [ "$failures" -eq 0 ]

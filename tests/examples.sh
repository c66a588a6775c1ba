#!/usr/bin/env bash
# Runs the examples of the documentation. In a block that starts with ```console
# each line "$ boardlab …" is run; the lines that follow it must be what it prints
# (a line "…" stands for any further lines). One that nothing follows must
# succeed.
# Called with the path of the command and the files to read.
set -u
boardlab=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
ln -s "$(realpath "$boardlab")" "$folder/bin/boardlab"
PATH=$folder/bin:$PATH
examples=0
failures=0

check() {
  local file=$1 line=$2
  [ -n "$line" ] || return 0
  examples=$((examples + 1))
  if ! bash -c "$line" >"$folder/got" 2>&1 </dev/null && [ ! -s "$folder/wanted" ]; then
    echo "FAILED: $file: $line"
    cat "$folder/got"
    failures=$((failures + 1))
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
  if ! diff -u "$folder/wanted" "$folder/got"; then
    echo "FAILED: $file: $line"
    failures=$((failures + 1))
  fi
}

for file in "$@"; do
  inside=
  line=
  : >"$folder/wanted"
  while IFS= read -r text; do
    if [ "$text" = '```console' ]; then
      inside=1
    elif [ -n "$inside" ] && [ "$text" = '```' ]; then
      check "$file" "$line"
      inside=
      line=
      : >"$folder/wanted"
    elif [ -n "$inside" ] && [ "${text#'$ '}" != "$text" ]; then
      check "$file" "$line"
      line=${text#'$ '}
      : >"$folder/wanted"
    elif [ -n "$inside" ]; then
      printf '%s\n' "$text" >>"$folder/wanted"
    fi
  done <"$file"
done

echo "$examples examples, $failures failed"
[ "$examples" -gt 0 ] && [ "$failures" -eq 0 ]

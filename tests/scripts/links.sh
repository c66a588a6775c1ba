#!/usr/bin/env bash
# Checks the links of the documentation: each relative link names a file that is
# there, and an anchor behind it a heading of that page. None leads to a file that the
# build writes: on a code host there is no such file. Called with the root of the sources.
set -u
cd "${1:?the root of the sources is missing}" || exit 1
links=0
failures=0

# The anchors of a page: its headings in lower case, without punctuation, with
# hyphens for spaces. Code blocks have no headings.
anchors() {
  awk '/^```/ { code = !code } !code && /^#+ / { sub(/^#+ +/, ""); print }' "$1" |
    tr '[:upper:]' '[:lower:]' | sed 's/[^[:alnum:] _-]//g; s/ /-/g'
}

check() {
  local page=$1 target=$2 file anchor
  file=${target%%#*}
  anchor=${target#"$file"}
  if [ -n "$file" ]; then file=$(dirname "$page")/$file; else file=$page; fi
  links=$((links + 1))
  if [ ! -e "$file" ]; then
    echo "FAILED: $page: there is no $target"
    failures=$((failures + 1))
  elif [ -n "$anchor" ] && ! anchors "$file" | grep -qxF -- "${anchor#\#}"; then
    echo "FAILED: $page: $target names no heading"
    failures=$((failures + 1))
  fi
}

while IFS= read -r page; do
  while IFS= read -r target; do
    case $target in
    http*) ;;
    build/* | */build/*)
      echo "FAILED: $page: $target is written by the build"
      failures=$((failures + 1))
      ;;
    *) check "$page" "$target" ;;
    esac
  done < <(awk '/^```/ { code = !code } !code' "$page" | grep -oE '\]\([^) ]+\)' | sed 's/^](//; s/)$//')
done < <(find . -name '*.md' -not -path './build/*' -not -path './.git/*')

echo "$links links, $failures failed"
[ "$links" -gt 0 ] && [ "$failures" -eq 0 ]

#!/bin/sh
# rules_quotes.sh ROOT: checks that every sentence which a comment in the games or
# in their tests quotes from the rules is really there.
#
# A quotation is text in double quotes, inside a C comment, that has at least three
# words of two or more letters and no "=". "…" stands for words left out. A file
# about one game quotes core/games/GAME/RULES.md or core/games/RULES.md; any other
# file may quote all of these pages. Line breaks, markup and the case of letters do
# not matter.
set -eu
root=$1
cd "$root"

# check PAGES FILE: prints the quotations of FILE that are not in PAGES, one on
# each line, and then the number of all quotations.
check() {
  # shellcheck disable=SC2086
  cat $1 | awk -v file="$2" '
    function plain(text) {
      gsub(/[`*]/, "", text)
      gsub(/[|]/, " ", text)
      gsub(/[ \t\n]+/, " ", text)
      return tolower(text)
    }
    function words(text, n, parts, i, found) {
      n = split(text, parts, /[^A-Za-z]+/)
      for (i = 1; i <= n; i++)
        found += length(parts[i]) >= 2
      return found
    }
    function look_up(quote, n, parts, i, part) {
      if (words(quote) < 3 || quote ~ /=/)
        return
      quotes++
      n = split(plain(quote), parts, /…/)
      for (i = 1; i <= n; i++) {
        part = parts[i]
        sub(/^[ ,;:]+/, "", part)
        sub(/[ .,;:]+$/, "", part)
        if (!index(rules, part)) {
          print file ": not in the rules: " quote
          return
        }
      }
    }
    { rules = rules " " $0 }
    END {
      rules = plain(rules)
      while ((getline line < file) > 0) {
        if (comment && line !~ /^[ \t]*\*\//)
          sub(/^[ \t]*\*/, "", line)
        while (line != "") {
          if (!comment) {
            start = index(line, "/*")
            if (!start)
              break
            line = substr(line, start + 2)
            comment = 1
            text = ""
          }
          stop = index(line, "*/")
          if (!stop) {
            text = text " " line
            break
          }
          text = text " " substr(line, 1, stop - 1)
          line = substr(line, stop + 2)
          comment = 0
          n = split(text, pieces, /"/)
          for (i = 2; i <= n; i += 2) {
            gsub(/[ \t]+/, " ", pieces[i])
            look_up(pieces[i])
          }
        }
      }
      print quotes + 0
    }'
}

failed=0
total=0
for file in $(find core/games tests/core/games -name '*.[ch]') \
  tests/core/game/test_accessor.c tests/core/game/test_scene.c; do
  pages=
  for page in core/games/*/RULES.md; do
    game=$(basename "$(dirname "$page")")
    case $file in
    */"$game"/* | */"$game".c | */test_"$game".c | */test_"$game"_*.c) pages=$page ;;
    esac
  done
  result=$(check "core/games/RULES.md ${pages:-core/games/*/RULES.md}" "$file")
  count=$(printf '%s\n' "$result" | tail -n 1)
  total=$((total + count))
  if [ "$(printf '%s\n' "$result" | wc -l)" -gt 1 ]; then
    printf '%s\n' "$result" | sed '$d'
    failed=1
  fi
done
echo "$total quotations"
if [ "$total" -lt 100 ]; then
  echo "found too few of them: does the search for quotations still work?"
  failed=1
fi
exit $failed

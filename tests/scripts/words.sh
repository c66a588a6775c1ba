#!/usr/bin/env bash
# Looks for terms that have a better name: the field's own words are used in code,
# messages, reports and documentation alike. Called with the root of the sources.
#
# Each line of the table is an extended regular expression, matched without regard
# to case, and what to write instead.
set -u
cd "${1:?the root of the sources is missing}" || exit 1
failures=0

terms() {
  cat <<'END'
\bby lot\b|\blots\b|\bthe lot\b	at random; random_start
worth	value, evaluation, advantage
doubt	exploration; unclear
\bknots?\b	strongly connected component
retell|retold|\btell(s|ing)? again\b|\btold again\b	replay
\bpurses?\b	memory budget
\ba row a (game|move|run)\b|\ba line a (game|move)\b	one row per game
\bhang(s|ing)? on\b|\bhung on\b	depends on
\bg(i|a)ves? back\b|\bgiven back\b|\bgiving back\b	returns; frees
\bfor want of\b	because there is no; out of
\bcuts? off\b	truncated
\bheed(s|ed)?\b	respected
\blends?\b|\blent\b	provides; borrowed
\bheirs?\b|\bquitter\b	winners; the seat that resigned
in vain	without success
\bto be seat [0-9] is\b	first-player advantage
END
}

while IFS=$'\t' read -r pattern instead; do
  if found=$(grep -rniE --include='*.[ch]' --include='*.lua' --include='*.md' --include='*.js' \
    --include='*.mjs' --include='*.html' --include='*.css' --include='*.sh' --include='*.cmake' \
    --include='CMakeLists.txt' --include='quickstart' --exclude='words.sh' --exclude='CHANGELOG.md' \
    --exclude-dir=build --exclude-dir=.git -- "$pattern" .); then
    echo "FAILED: use '$instead' instead of:"
    printf '%s\n' "$found" | cut -c 1-160 | sed 's/^/  /'
    failures=$((failures + $(printf '%s\n' "$found" | wc -l)))
  fi
done < <(terms)
echo "$failures places with terms that have a better name"
[ "$failures" -eq 0 ]

#!/usr/bin/env bash
# Checks that headers are included by their path from the root, as CMakeLists.txt
# needs it to keep the folders apart: a relative path would get around the include
# path. A header without a path is private: a game's own, or that of the fuzz
# targets. Called with the root of the sources.
set -u
cd "${1:?the root of the sources is missing}" || exit 1
if grep -rnE --include='*.[ch]' '#include "[^"]*\.\./' core analysis lua cli tests; then
  echo "FAILED: include by the path from the root, as in \"core/game/game.h\""
  exit 1
fi
if grep -rnE --include='*.[ch]' '#include "[^/"]*"' core analysis lua cli tests |
  grep -vE '^(core/games/[a-z]+|tests/fuzz)/'; then
  echo "FAILED: only the files of a game and of a fuzz target have private headers"
  exit 1
fi
echo "every include is by its path"

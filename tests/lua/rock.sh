#!/usr/bin/env bash
# Builds and installs the rock from a copy of the sources, removes the copy, and uses what was installed: the module in
# a plain lua5.4 and the command, from another folder. Argument: the root of the sources.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/source"
cd "$1"
cp -r CMakeLists.txt LICENSE ./*.md core analysis lua cli scripts "$folder/source"
cd "$folder/source"
# Not to be fast, but to be built fast.
sed -i 's/CMAKE_BUILD_TYPE = "Release"/CMAKE_BUILD_TYPE = "Debug"/' lua/boardlab-scm-1.rockspec
luarocks --lua-version 5.4 lint lua/boardlab-scm-1.rockspec
luarocks --lua-version 5.4 make --deps-mode none --tree "$folder/tree" \
  lua/boardlab-scm-1.rockspec >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
DESTDIR=$folder/staged cmake --install build.luarocks --prefix /opt/boardlab >"$folder/log"
rm -r "$folder/source"
cd "$folder"
eval "$(luarocks --lua-version 5.4 --tree "$folder/tree" path)"
cat >plain.lua <<'END'
local lab = require "boardlab"
local game = lab.game "variants/tictacdoh3.lua"
assert(game:seats() == 3)
local results = lab.match(game, { "bots/random.lua" }, 1, 5)
assert(#results == 5 and results[1].plies > 0)
assert(lab.game("quoridor"):start():count() == 131)
local _, message = pcall(lab.game, "quoridr")
assert(message:find("did you mean 'quoridor'?", 1, true), message)
print "the module works in plain Lua"
END
lua5.4 plain.lua

# The same files elsewhere: everything is found beside the command.
mv staged/opt/boardlab moved
PATH=$folder/moved/bin:$PATH
[ "$(command -v boardlab)" = "$folder/moved/bin/boardlab" ]
boardlab simulate variants/tictacdoh3.lua --seat bots/random.lua --games 20 --quiet --out runs >/dev/null
boardlab report runs >/dev/null
boardlab new bot mine >/dev/null
boardlab run moved/share/boardlab/scripts/first_look.lua looks 10 >/dev/null
for file in share/man/man1/boardlab.1 share/man/man1/boardlab-simulate.1 share/zsh/site-functions/_boardlab \
  share/bash-completion/completions/boardlab share/fish/vendor_completions.d/boardlab.fish \
  share/boardlab/types/boardlab.lua share/boardlab/scripts/cluster share/doc/boardlab/LICENSE; do
  [ -s "moved/$file" ] || { echo "$file is not installed"; exit 1; }
done
if grep -rlF "$folder/source" moved --include='*' | grep -v '/bin/boardlab$' | grep -v '\.so$'; then
  echo "these name the folder of the sources"
  exit 1
fi
echo "the command works where it is installed"

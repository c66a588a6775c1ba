#!/usr/bin/env bash
# Builds the rock from a copy of the sources and uses the module in a plain
# lua5.4. Argument: the root of the sources.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/source"
cp -r "$1/CMakeLists.txt" "$1/core" "$1/analysis" "$1/lua" "$1/cli" "$folder/source"
cd "$folder/source"
luarocks --lua-version 5.4 lint lua/boardlab-scm-1.rockspec
luarocks --lua-version 5.4 make --deps-mode none --tree "$folder/tree" \
  lua/boardlab-scm-1.rockspec >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
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

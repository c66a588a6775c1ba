# shellcheck shell=bash
# Sourced by the tests of what install.sh has installed, with its folder as $1. Changes to a temporary folder. use_module
# and use_command do what a user does first; `fail` reports a failure, `conclude` ends the test.
set -u
# shellcheck disable=SC2034 # the tests use it
installed=$(realpath "${1:?the folder of what is installed is missing}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset BOARDLAB_LUA
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

conclude() {
  [ "$failures" -eq 0 ] && echo "passed"
  exit $((failures > 0))
}

# must COMMAND…: it succeeds, or what it printed is shown.
must() {
  "$@" >printed 2>&1 || fail "$*: $(head -n 20 printed)"
}

# use_module: in a plain lua5.4, whose LUA_CPATH leads to the module.
use_module() {
  cat >plain.lua <<'LUA'
local lab = require "boardlab"
local game = lab.game "variants/tictacdoh3.lua"
assert(game:seats() == 3)
local results = lab.match(game, { "bots/random.lua" }, 1, 5)
assert(#results == 5 and results[1].plies > 0)
assert(lab.game("quoridor"):start():count() == 131)
local _, message = pcall(lab.game, "quoridr")
assert(message:find("did you mean 'quoridor'?", 1, true), message)
LUA
  must lua5.4 plain.lua
}

# use_command: the boardlab on the PATH plays a game, also with a bot and a variant in Lua, and writes a report.
use_command() {
  local folder
  folder=$(mktemp -d "$work/user.XXXX")
  cd "$folder" || exit 1
  must boardlab play tictacdoh --seat random --seat random --seed 1
  must boardlab simulate variants/tictacdoh3.lua --seat bots/random.lua --games 20 --quiet --out runs
  must boardlab report runs
  grep -qs "<html" runs/report.html || fail "there is no report"
  must boardlab new bot mine
  must boardlab check mine.lua
  must boardlab run scripts/compare_variants.lua looks 10
  cd "$work" || exit 1
}

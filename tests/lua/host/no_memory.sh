#!/usr/bin/env bash
# When the system has no memory left, a run stops: a bot that might have won with
# more memory does not forfeit. Argument: the path of the command.
set -u
boardlab=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
megabytes=600
limit() { ulimit -v $((megabytes * 1024)); }
if ! (limit && "$boardlab" --version) >/dev/null 2>&1; then
  echo "the command does not start within $megabytes MB: skipped" # a sanitizer
  exit 77
fi

cat >hoard.lua <<'END'
local kept, many = {}, {}
for i = 1, 900 do many[i] = i end
local function keep()
  for _ = 1, 20000 do kept[#kept + 1] = { table.unpack(many) } end
end
END
{
  cat hoard.lua
  echo 'return { choose = function(s) keep() return s:random_move() end }'
} >bot.lua
{
  cat hoard.lua
  cat <<'END'
return require "boardlab".rules {
  moves = function() return { 1, 2 } end,
  play = function() keep() end,
}
END
} >game.lua
cat >opener.lua <<'END'
local lab = require "boardlab"
local game = lab.game "game.lua"
return {
  choose = function(s)
    for _ = 1, 50 do pcall(function() game:start():play(1) end) end
    return s:random_move()
  end,
}
END

failures=0
# expect NAME TEXT COMMAND...: the command fails with that text.
expect() {
  local name=$1 text=$2
  shift 2
  output=$( (limit && "$@") 2>&1 </dev/null)
  local code=$?
  if [ $code = 0 ] || ! grep -q "$text" <<<"$output"; then
    echo "FAILED: $name: exit code $code"
    echo "$output"
    failures=$((failures + 1))
  fi
}
refused="out of memory: the system refused [0-9]* bytes"
expect "a bot" "bot.lua.*$refused" \
  "$boardlab" simulate tictacdoh --seat bot.lua --seat random --games 4 --jobs 1 --memory 4000 --budget 0
expect "rules" "game.lua.*$refused" \
  "$boardlab" simulate game.lua --games 4 --jobs 1 --memory 4000 --budget 0
expect "rules that a bot opens" "opener.lua.*$refused" \
  "$boardlab" simulate tictacdoh --seat opener.lua --seat random --games 4 --jobs 1 --memory 4000 --budget 0

# A script keeps running, and can go on once there is memory.
cat >script.lua <<'END'
local lab = require "boardlab"
local kept, many = {}, 0
for _, size in ipairs { 1 << 22, 1 << 16, 1 << 10, 64 } do
  while pcall(function() kept[many + 1] = string.rep("x", size) .. many end) do many = many + 1 end
end
-- With a little more memory each time, every kind of it is the first that lacks.
local refused = 0
repeat
  for _ = 0, many // 50 do kept[many], many = nil, many - 1 end
  collectgarbage()
  local game = pcall(lab.game, "quoridor")
  local match = pcall(lab.match, "quoridor:size=3", { "random", "mcts:iterations=9" })
  if not game or not match then refused = refused + 1 end
until game and match
print("refused at first: " .. tostring(refused > 5))
error "the end"
END
expect "a script" "refused at first: true" "$boardlab" run script.lua
exit $((failures > 0))

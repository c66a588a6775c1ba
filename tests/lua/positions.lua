-- What tests of games ask about positions.

local check = require "check"
local lab = require "boardlab"

local positions = {}

-- The position after a line of moves, or the first one.
function positions.start(spec, line)
  local s = lab.game(spec):start()
  return line and s:play(line) or s
end

-- All legal moves, in the order of s:moves().
function positions.texts(s)
  local list = {}
  for i, move in ipairs(s:moves()) do list[i] = s:text(move) end
  return table.concat(list, " ")
end

-- The number of ways to go on for this many plies.
function positions.leaves(s, depth)
  if depth == 1 then return s:count() end
  local sum = 0
  for _, move in ipairs(s:moves()) do
    local after = s:after(move)
    if after:seat() then sum = sum + positions.leaves(after, depth - 1) end
  end
  return sum
end

-- Writes the file of a variant, in which `lab` and `m` are the module and the modifiers.
function positions.variant(text)
  return check.file('local lab = require "boardlab"\nlocal m = require "modifiers"\n' .. text)
end

return positions

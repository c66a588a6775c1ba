-- Whether a call exceeds its budget does not depend on answers of `allow` in an earlier game.
local lab = require "boardlab"

local refused = 0
for turns = 18000, 20000, 100 do
  local game = lab.game("calls_allow.lua:turns=" .. turns)
  local first = pcall(lab.match, game, { "random" }, 1, 1)
  local again = pcall(lab.match, game, { "random" }, 1, 1)
  assert(first == again, turns .. " turns: the second game ends differently")
  refused = refused + (first and 0 or 1)
end
assert(refused > 0 and refused < 21, "no call came near its budget")

-- Two of three players of a game in Lua, with a die that a variant of it adds.
local lab = require "boardlab"

return lab.variant {
  base = lab.variant {
    base = "games/mnk.lua:players=3,m=4",
    vars = { die = 0 },
    chance = function(s) return s.die == 0 and { 1, 2 } or nil end,
    roll = function(s, move) s.die = move end,
    after = function(s) s.die = 0 end,
  },
  players = { 1, 3 },
}

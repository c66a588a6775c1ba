-- Two of three of four players, with a die that the variant in the middle adds.
local lab = require "boardlab"

return lab.variant {
  base = lab.variant {
    base = "quoridor:players=4,size=5",
    players = { 1, 3, 4 },
    vars = { die = 0 },
    chance = function(s) return s.die == 0 and { 1, 2 } or nil end,
    roll = function(s, move) s.die = move end,
    allow = function(s, move) return s.die == 2 or s:part(move, "kind") == "pawn" end,
    after = function(s) s.die = 0 end,
  },
  players = { 1, 3 },
}

-- Two of three of four players, over rules of their own.
local lab = require "boardlab"

return lab.variant {
  base = lab.variant {
    base = lab.variant {
      base = "quoridor:players=4,size=5",
      vars = { plies = 0 },
      after = function(s) s.plies = math.min(s.plies + 1, 3) end,
    },
    players = { 1, 3, 4 },
  },
  players = { 1, 3 },
}

-- The last move, by seat 1, decides: one of two wins, the other loses. Whoever sees that far wins.
local lab = require "boardlab"

return lab.rules {
  name = "last_move",
  max_moves = 2,
  state = { turns = 1, last = 1 },
  moves = function() return { 1, 2 } end,
  play = function(s, move) s.turns, s.last = s.turns + 1, move end,
  outcome = function(s) return s.turns == 9 and s.last or nil end,
}

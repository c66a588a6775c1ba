-- Decided at the first move: one of four moves wins for seat 1, the others lose.
local lab = require "boardlab"

return lab.rules {
  name = "first_move",
  max_moves = 4,
  state = { first = 1, turns = 1 },
  moves = function() return { 1, 2, 3, 4 } end,
  play = function(s, move)
    if s.turns == 0 then s.first = move end
    s.turns = s.turns + 1
  end,
  outcome = function(s)
    if s.turns < 9 then return nil end
    return s.first == 3 and 1 or 2
  end,
}

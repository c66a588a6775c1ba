-- Seat 3 is out after its first turn and looks on for 2 of the 5 plies; then seats 1 and 2 move on.
local lab = require "boardlab"

return lab.rules {
  name = "out early",
  players = 3,
  max_moves = 4,
  state = { turns = 1, last = 1 },
  moves = function() return { 1, 2, 3, 4 } end,
  play = function(s, move)
    s.turns = s.turns + 1
    s.last = move
  end,
  out = function(s, seat) return seat == 3 and s.turns >= 3 end,
  outcome = function(s) return s.turns == 5 and 1 + s.last % 2 or nil end,
}

-- There is nothing to choose: every position has one move, and seat 1 makes the last one.
local lab = require "boardlab"

return lab.rules {
  name = "forced",
  max_moves = 1,
  state = { turns = 1 },
  moves = function() return { 1 } end,
  play = function(s) s.turns = s.turns + 1 end,
  outcome = function(s, seat) return s.turns == 7 and seat or nil end,
}

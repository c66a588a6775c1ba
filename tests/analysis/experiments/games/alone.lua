-- A puzzle for one: count down from 20, landing on 0 after 12 moves at most.
local lab = require "boardlab"

return lab.rules {
  name = "alone",
  players = 1,
  max_moves = 2,
  state = { left = 1, turns = 1 },
  start = function(s) s.left = 20 end,
  moves = function(s) return s.left > 1 and { 1, 2 } or { 1 } end,
  play = function(s, move) s.left, s.turns = s.left - move, s.turns + 1 end,
  outcome = function(s)
    if s.left == 0 then return s.turns <= 12 and 1 or "loss" end
  end,
}

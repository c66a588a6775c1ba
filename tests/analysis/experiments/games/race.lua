-- Pure skill: in ten turns each player adds up what it takes; the larger sum wins.
local lab = require "boardlab"

return lab.rules {
  name = "race",
  max_moves = 9,
  state = { sum = { 2 }, turns = 1 },
  moves = function() return { 1, 2, 3, 4, 5, 6, 7, 8, 9 } end,
  play = function(s, move, seat)
    s.sum[seat] = s.sum[seat] + move
    s.turns = s.turns + 1
  end,
  outcome = function(s)
    if s.turns < 20 then return nil end
    return s.sum[1] > s.sum[2] and 1 or s.sum[2] > s.sum[1] and 2 or "draw"
  end,
}

-- One dominant opening: after the first of six first moves seat 1 wins 90%, after the others 40%.
local lab = require "boardlab"

return lab.rules {
  name = "opening",
  max_moves = 6,
  state = { first = 1, turns = 1, coin = 1 },
  moves = function() return { 1, 2, 3, 4, 5, 6 } end,
  play = function(s, move)
    if s.turns == 0 then s.first = move end
    s.turns = s.turns + 1
  end,
  chance = function(s)
    if s.turns < 5 or s.coin > 0 then return nil end
    return { 1, 2, weights = s.first == 1 and { 9, 1 } or { 4, 6 } }
  end,
  roll = function(s, face) s.coin = face end,
  outcome = function(s) return s.coin > 0 and s.coin or nil end,
}

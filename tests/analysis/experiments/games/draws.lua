-- A lottery of which three games in five are drawn, also by players who think.
local lab = require "boardlab"

return lab.rules {
  name = "draws",
  max_moves = 3,
  state = { turns = 1, coin = 1 },
  moves = function() return { 1, 2, 3 } end,
  play = function(s) s.turns = s.turns + 1 end,
  chance = function(s)
    return s.turns == 6 and s.coin == 0 and { 1, 2, 3, weights = { 1, 1, 3 } } or nil
  end,
  roll = function(s, face) s.coin = face end,
  outcome = function(s) return s.coin == 3 and "draw" or s.coin > 0 and s.coin or nil end,
}

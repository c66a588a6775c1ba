-- A Pólya urn with a ball for each side: nature draws one nine times and adds another of its
-- colour. The side whose colour was drawn more often wins.
local lab = require "boardlab"

return lab.rules {
  name = "urn",
  max_moves = 2,
  state = { turns = 1, drawn = { 2 } },
  moves = function() return { 1, 2 } end,
  play = function(s) s.turns = s.turns + 1 end,
  chance = function(s)
    if s.drawn[1] + s.drawn[2] == s.turns then return nil end
    return { 1, 2, weights = { 1 + s.drawn[1], 1 + s.drawn[2] } }
  end,
  roll = function(s, side) s.drawn[side] = s.drawn[side] + 1 end,
  outcome = function(s)
    if s.drawn[1] + s.drawn[2] < 9 then return nil end
    return s.drawn[1] > s.drawn[2] and 1 or 2
  end,
}

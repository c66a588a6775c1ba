-- Continues after the end of Quoridor, where pawns move on from the goal line.
-- game: this
-- expect: fine
local lab = require "boardlab"
return lab.variant {
  base = "quoridor:size=3,walls=1",
  max_plies = 100,
  after = function(s)
    if s:seat() then
      local rng = lab.rng(1)
      pcall(s.random_move, s, rng)
      s:count()
      s:moves()
      s:copy():playout(rng)
    end
  end,
  outcome = function() return false end,
}

-- Continues after the end of the base game and asks it for moves that do not exist.
-- game: this
-- expect: fine
local lab = require "boardlab"
return lab.variant {
  base = "tictacdoh",
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

-- A variant of a game that continues after its end and asks it for moves that do not exist.
local lab = require "boardlab"
return function(base)
  return lab.variant {
    base = base,
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
end

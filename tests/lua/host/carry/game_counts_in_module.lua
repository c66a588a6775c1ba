-- A variant that counts in a module, on top of rules that count.
local lab = require "boardlab"
return lab.variant {
  base = "game_counts.lua",
  vars = { extra = 0 },
  after = function(s) s.extra = s.extra + require "counter".next() % 3 end,
  outcome = function(s, mover) if s.extra > 8 then return mover end end,
}

-- Two layers in one file, both of which count.
local lab = require "boardlab"
local n = 0
local inner = lab.variant {
  base = "tictacdoh",
  allow = function(_, move) n = n + 1 return (move + n) % 11 ~= 0 end,
}
return lab.variant {
  base = inner,
  outcome = function(_, mover) if n > 100 and n % 7 == 0 then return mover end end,
}

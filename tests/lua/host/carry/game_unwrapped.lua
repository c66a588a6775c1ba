-- Layers in one file, of which two change nothing but the options.
local lab = require "boardlab"
local n = 0
local counts = lab.variant {
  base = "tictacdoh",
  allow = function(_, move) n = n + 1 return (move + n) % 7 ~= 0 end,
}
return lab.variant { base = lab.variant { base = counts, max_plies = 20 } }

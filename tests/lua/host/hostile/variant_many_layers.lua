-- Many layers of variants in one file.
-- game: this
-- expect: fault: variant_many_layers.lua
local lab = require "boardlab"
local v = "tictacdoh"
for _ = 1, 500 do
  v = lab.variant { base = v, after = function() end }
end
return v

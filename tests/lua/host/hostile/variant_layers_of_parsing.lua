-- Layers in which each makes the one below parse a move.
-- game: this
-- expect: fault: variant_layers_of_parsing.lua
local lab = require "boardlab"
local v = lab.rules {
  max_moves = 32768, max_plies = 4,
  moves = function() return { 1, 2 } end,
  play = function() end,
}
for _ = 1, 100 do
  v = lab.variant { base = v, allow = function(s) s:move "1" return true end }
end
return v

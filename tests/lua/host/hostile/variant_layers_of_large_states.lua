-- Layers that need much C stack: each copies the whole state.
-- game: this
-- expect: fault: variant_layers_of_large_states.lua
local lab = require "boardlab"
local v = lab.rules {
  state = { a = 65536 }, max_moves = 32768, max_plies = 4,
  moves = function() return { 1, 2 } end,
  play = function() end,
}
for _ = 1, 100 do
  v = lab.variant { base = v, after = function() end }
end
return v

-- As many moves as a list can have, and extra moves in addition.
-- game: this
-- expect: fault: variant_extra_beyond_the_list.lua
local lab = require "boardlab"
local all = {}
for i = 1, 32768 do all[i] = i end
local base = lab.rules { max_moves = 32768, moves = function() return all end, play = function() end }
local extras = {}
for i = 1, 256 do extras[i] = "x" .. i end
return lab.variant {
  base = base, max_plies = 2,
  extra = function() return extras end,
  play = function() error "played" end,
}

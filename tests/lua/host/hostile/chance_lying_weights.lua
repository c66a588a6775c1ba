-- Weights that raise an error when they are read.
-- game: this
-- expect: fault: chance_lying_weights.lua: 'chance' must return nil, or a list of moves whose 'weights'
local lab = require "boardlab"
local trap = { __index = function() error "asked" end, __len = function() error "counted" end }
return lab.rules {
  state = { roll = 1 },
  chance = function(s) return s.roll == 0 and { 1, 2, weights = setmetatable({}, trap) } or nil end,
  roll = function(s, face) s.roll = face end,
  moves = function() return { 1 } end,
  play = function(s) s.roll = 0 end,
}

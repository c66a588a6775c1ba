-- A list of rolls that raises an error when its weights are looked up: it has none.
-- game: this
-- expect: fine
local lab = require "boardlab"
local trap = { __index = function() error "asked" end, __len = function() error "counted" end }
return lab.rules {
  state = { turn = 1, roll = 1 },
  chance = function(s) return s.roll == 0 and setmetatable({ 1, 2 }, trap) or nil end,
  roll = function(s, face) s.roll = face end,
  moves = function() return { 1 } end,
  play = function(s) s.turn, s.roll = s.turn + 1, 0 end,
  outcome = function(s) return s.turn > 3 and 1 or nil end,
}

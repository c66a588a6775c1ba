-- Nature's turn in which the rules fail: it cannot pass.
-- game: this
-- expect: fault: chance_fails_late.lua:7: late
local lab = require "boardlab"
return lab.rules {
  state = { turn = 1, roll = 1, asked = 1 },
  chance = function(s) if s.turn == 2 then error "late" end return s.roll == 0 and { 1, 2 } or nil end,
  roll = function(s, face) s.roll = face end,
  moves = function() return { 1 } end,
  play = function(s) s.turn, s.roll = s.turn + 1, 0 end,
}

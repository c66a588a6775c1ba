-- A game that never ends.
local lab = require "boardlab"

return lab.rules {
  name = "endless",
  max_moves = 2,
  state = { turn = 1 },
  moves = function() return { 1, 2 } end,
  play = function(s) s.turn = 1 - s.turn end,
  outcome = function() end,
}

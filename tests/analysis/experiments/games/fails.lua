-- Rules with a mistake, which shows after four turns.
local lab = require "boardlab"

return lab.rules {
  name = "fails",
  max_moves = 2,
  state = { turns = 1 },
  moves = function() return { 1, 2 } end,
  play = function(s)
    s.turns = s.turns + 1
    if s.turns == 4 then error("a mistake") end
  end,
  outcome = function(s, seat) return s.turns == 7 and seat or nil end,
}

-- Rules with a mistake, which shows in games of so many turns: after 19 turns in a game of a
-- thousand.
local lab = require "boardlab"

return lab.rules {
  name = "fails",
  options = { turns = { default = 4, min = 1, max = 21 } },
  state = { turns = 1, sum = 1 },
  moves = function() return { 1, 2, 3 } end,
  play = function(s, steps, _, o)
    s.turns, s.sum = s.turns + 1, s.sum + steps
    if s.turns == o.turns then error("a mistake") end
  end,
  outcome = function(s, seat) return s.sum >= 21 and seat or nil end,
}

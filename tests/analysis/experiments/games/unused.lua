-- A rule that is never used: `late` changes what happens after the last turn.
local lab = require "boardlab"

return lab.rules {
  name = "unused",
  max_moves = 2,
  options = { late = { default = false, help = "the last player wins after turn 12" } },
  state = { turns = 1, sum = 1 },
  moves = function() return { 1, 2 } end,
  play = function(s, move) s.turns, s.sum = s.turns + 1, s.sum + move end,
  outcome = function(s, seat, o)
    if o.late and s.turns > 12 then return seat end
    return s.turns == 8 and s.sum % 2 + 1 or nil
  end,
}

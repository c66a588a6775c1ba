-- A random walk: whatever is played, nature takes nine steps, and the side that is ahead wins.
local lab = require "boardlab"

return lab.rules {
  name = "walk",
  max_moves = 2,
  state = { turns = 1, steps = 1, place = 1 },
  start = function(s) s.place = 9 end,
  moves = function() return { 1, 2 } end,
  play = function(s) s.turns = s.turns + 1 end,
  chance = function(s) return s.steps < s.turns and { 0, 2 } or nil end,
  roll = function(s, step) s.steps, s.place = s.steps + 1, s.place + step - 1 end,
  outcome = function(s)
    if s.steps < 9 then return nil end
    return s.place > 9 and 1 or 2
  end,
}

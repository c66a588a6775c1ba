-- Starts another game while start has a borrowed generator.
-- game: this
-- expect: fine
local lab = require "boardlab"
local nested = false
return lab.rules {
  state = { total = 1 },
  start = function(s, rng)
    if nested then return end
    nested = true
    s:game():start()
    nested = false
    s.total = rng(3)
  end,
  moves = function() return { 1, 2, 3 } end,
  play = function(s, move) s.total = s.total + move end,
  outcome = function(s, mover) return s.total >= 21 and mover or nil end,
}

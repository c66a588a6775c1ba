-- An extra move that is listed only every other time, so that it may be gone when it is played
-- or written.
-- game: this
-- expect: fault: is not legal in the position in which it is played
local lab = require "boardlab"
local calls = 0
return lab.variant {
  base = lab.variant {
    base = "dorix",
    vars = { n = 0 },
    extra = function()
      calls = calls + 1
      return calls % 2 == 1 and { "skip" } or nil
    end,
    play = function(s) s.n = s.n + 1 end,
    after = function(s) s.n = s.n + 1 end,
  },
  after = function(s) lab.search.mcts(s, { iterations = 200, rng = lab.rng(1) }) end,
}

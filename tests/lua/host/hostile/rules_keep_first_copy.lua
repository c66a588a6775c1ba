-- Keeps a copy of the very first position, which is made while the game is being opened, and
-- writes to it later.
-- game: this
-- expect: fine
local kept
return require "boardlab".rules {
  state = { n = 1 },
  start = function(s)
    kept = kept or s:copy()
    assert(s:game():sides() == 2)
    assert(#s:evaluate() == 2)
  end,
  moves = function(s) kept:assign(s) return { 1 } end,
  play = function(s) s.n = s.n + 1 end,
  evaluate = function() return 0.75 end,
  outcome = function(s) return s.n > 5 and "draw" or nil end,
}

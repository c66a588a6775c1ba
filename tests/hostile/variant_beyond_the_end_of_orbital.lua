-- The same for Orbital.
-- game: this
-- expect: fine
return require "boardlab".variant {
  base = "orbital",
  max_plies = 200,
  after = function(s)
    if s:seat() then
      s:copy():playout()
      pcall(s.random_move, s)
      s:moves()
    end
  end,
  outcome = function() return false end,
}

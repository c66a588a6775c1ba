-- Goes on when the base game is over, and asks it for moves that it has not.
-- game: this
-- expect: fine
return require "boardlab".variant {
  base = "tictacdoh",
  max_plies = 200,
  after = function(s)
    if s:seat() then
      s:copy():playout()
      pcall(s.random_move, s)
      s:count()
      s:moves()
    end
  end,
  outcome = function() return false end,
}

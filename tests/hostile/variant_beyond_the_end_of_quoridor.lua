-- The same for Quoridor, where pawns go on from the last row.
-- game: this
-- expect: fine
return require "boardlab".variant {
  base = "quoridor:size=3,walls=1",
  max_plies = 100,
  after = function(s)
    if s:seat() then
      s:copy():playout()
      pcall(s.random_move, s)
      s:moves()
    end
  end,
  outcome = function() return false end,
}

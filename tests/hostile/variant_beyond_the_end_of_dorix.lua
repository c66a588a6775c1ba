-- The same for Dorix.
-- game: this
-- expect: fine
return require "boardlab".variant {
  base = "dorix:size=3,height=2",
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

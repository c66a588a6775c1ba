-- A game that its outcome never ends: the base has no moves any more, all pass.
-- game: this
-- expect: fine
return require "boardlab".variant {
  base = "tictacdoh",
  max_plies = 200,
  outcome = function() return false end,
}

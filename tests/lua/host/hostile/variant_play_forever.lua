-- An outcome that never ends the game: the base game has no moves left, and all pass.
-- game: this
-- expect: fine
return require "boardlab".variant {
  base = "tictacdoh",
  max_plies = 200,
  outcome = function() return false end,
}

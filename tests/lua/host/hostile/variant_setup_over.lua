-- A first position in which the game is over.
-- game: this
-- expect: fine
return require "boardlab".variant {
  base = "quoridor",
  setup = function(s) s:set "pawn1=e9 pawn2=e5" end,
}

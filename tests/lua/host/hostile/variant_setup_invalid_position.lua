-- An impossible first position.
-- game: this
-- expect: fault: variant_setup_invalid_position.lua:6
return require "boardlab".variant {
  base = "quoridor",
  setup = function(s) s:set "pawn1=e5 pawn2=e5" end,
}

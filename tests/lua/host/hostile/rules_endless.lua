-- A game that stays within its budget per call, but never ends.
-- game: this
-- expect: fault: max_plies
return require "boardlab".rules {
  max_plies = 1 << 30,
  moves = function() for _ = 1, 100000 do end return { 1, 2 } end,
  play = function() end,
}

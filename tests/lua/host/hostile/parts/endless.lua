-- A game that does not end.
return require "boardlab".rules {
  max_plies = 1 << 30,
  moves = function() return { 1, 2 } end,
  play = function() end,
}

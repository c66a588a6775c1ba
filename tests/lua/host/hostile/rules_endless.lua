-- A game that goes on, within each budget, for longer than anybody can wait.
-- game: this
-- expect: fault: max_plies
return require "boardlab".rules {
  max_plies = 1 << 30,
  moves = function() for _ = 1, 100000 do end return { 1, 2 } end,
  play = function() end,
}

-- Lists more moves than max_moves.
-- game: this
-- expect: fault: rules_moves_too_many.lua: 'moves' returned
return require "boardlab".rules {
  max_moves = 3,
  moves = function() return { 1, 2, 3, 4 } end,
  play = function() end,
}

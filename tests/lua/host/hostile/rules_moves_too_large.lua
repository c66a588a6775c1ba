-- Moves with numbers reserved for extra moves.
-- game: this
-- expect: fault: rules_moves_too_large.lua: 'moves' must return integers
return require "boardlab".rules {
  moves = function() return { 4294967295, 1 << 30 } end,
  play = function() end,
}

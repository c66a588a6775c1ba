-- Returns strings as moves.
-- game: this
-- expect: fault: rules_moves_not_numbers.lua: 'moves' must return integers
return require "boardlab".rules {
  moves = function() return { "a", "b" } end,
  play = function() end,
}

-- Returns a string as the list of moves.
-- game: this
-- expect: fault: rules_moves_not_a_list.lua: 'moves' must return a list
return require "boardlab".rules {
  moves = function() return "all of them" end,
  play = function() end,
}

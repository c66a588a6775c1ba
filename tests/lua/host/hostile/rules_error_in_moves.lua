-- Raises an error while listing moves.
-- game: this
-- expect: fault: rules_error_in_moves.lua:5: no moves today
return require "boardlab".rules {
  moves = function() error "no moves today" end,
  play = function() end,
}

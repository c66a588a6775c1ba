-- Assigns to an array index beyond the end.
-- game: this
-- expect: fault: rules_field_out_of_range.lua:6: in 'play': board has elements 1 to 9, not 10
return require "boardlab".rules {
  state = { board = 9 }, moves = function() return { 1 } end,
  play = function(s) s.board[10] = 1 end,
}

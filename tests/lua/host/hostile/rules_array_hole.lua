-- Makes a hole in an array.
-- game: this
-- expect: fault: rules_array_hole.lua:7: in 'play': board takes integers: element 4 is a nil
return require "boardlab".rules {
  state = { board = 9 },
  moves = function() return { 1 } end,
  play = function(s) s.board[4] = nil end,
}

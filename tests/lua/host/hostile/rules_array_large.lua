-- Puts a number of more than 32 bits into an array.
-- game: this
-- expect: fault: rules_array_large.lua:7: in 'play': board takes 32-bit integers: element 4 is 2147483648
return require "boardlab".rules {
  state = { board = 9 },
  moves = function() return { 1 } end,
  play = function(s) s.board[4] = 1 << 31 end,
}

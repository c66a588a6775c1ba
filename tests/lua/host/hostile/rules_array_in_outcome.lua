-- Makes a hole in an array, on which a later function then fails: the array is to blame.
-- game: this
-- expect: fault: rules_array_in_outcome.lua:7: in 'play' or a function called after it: board takes integers: element 4 is a nil
return require "boardlab".rules {
  state = { board = 9 },
  moves = function() return { 1 } end,
  play = function(s) s.board[4] = nil end,
  outcome = function(s) return s.board[4] > 0 and "draw" or nil end,
}

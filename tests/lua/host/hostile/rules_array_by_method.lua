-- Puts a string into an array, and asks the position about itself: the error names the line.
-- game: this
-- expect: fault: rules_array_by_method.lua:9: board takes integers: element 4 is a string
return require "boardlab".rules {
  state = { board = 9 },
  moves = function() return { 1 } end,
  play = function(s)
    s.board[4] = "4"
    s:key()
  end,
}

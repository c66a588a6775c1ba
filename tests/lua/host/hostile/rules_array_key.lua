-- Puts a name into an array.
-- game: this
-- expect: fault: rules_array_key.lua:7: in 'play': board has elements 1 to 9 and no other keys
return require "boardlab".rules {
  state = { board = 9 },
  moves = function() return { 1 } end,
  play = function(s) s.board.x = 1 end,
}

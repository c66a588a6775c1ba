-- Tries out a move on the table of an array and takes it back.
-- game: this
-- expect: fine
return require "boardlab".rules {
  state = { board = 9 },
  moves = function(s)
    s.board[3] = 1
    s.board[3] = 0
    return { 1 }
  end,
  play = function(s) s.board[1] = s.board[1] + 1 end,
  outcome = function(s) return s.board[1] == 3 and "draw" or nil end,
}

-- Plays on a copy of a position: its table and that of the position do not mix.
-- game: this
-- expect: fine
return require "boardlab".rules {
  state = { board = 9 },
  moves = function(s)
    local board, copy = s.board, s:copy()
    assert(math.type(board[2]) == "integer")
    copy.board[1] = copy.board[1] + 100
    assert(copy:copy().board[1] == board[1] + 100 and copy.board ~= board)
    return { 1 }
  end,
  play = function(s) s.board[2] = s.board[2] + 1.0 end,
  outcome = function(s)
    assert(s.board[1] == 0)
    return s.board[2] > 4 and "draw" or nil
  end,
}

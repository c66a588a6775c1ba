-- Gives the table of an array a metatable, which does not last longer than the call.
-- game: this
-- expect: fine
return require "boardlab".rules {
  state = { board = 9 },
  moves = function(s)
    assert(getmetatable(s.board) == nil and s.board.x == nil)
    setmetatable(s.board, { __index = function() return 1 end, __len = function() return 99 end })
    assert(s.board.x == 1 and s.board[10] == 1)
    return { 1 }
  end,
  play = function(s)
    assert(getmetatable(s.board) == nil and #s.board == 9)
    s.board[9] = s.board[9] + 1
  end,
  outcome = function(s) return s.board[9] > 4 and "draw" or nil end,
}

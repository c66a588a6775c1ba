-- Makes the table of an array huge and small again, at every call.
-- game: this
-- expect: fine
return require "boardlab".rules {
  state = { board = 9 },
  moves = function(s)
    local board = s.board
    for i = 10, 20000 do board[i] = i end
    for i = 10, 20000 do board[i] = nil end
    for i = 1, 9 do assert(math.type(board[i]) == "integer") end
    return { 1 }
  end,
  play = function(s) s.board[9] = s.board[9] + 1 end,
  outcome = function(s) return s.board[9] > 4 and "draw" or nil end,
}

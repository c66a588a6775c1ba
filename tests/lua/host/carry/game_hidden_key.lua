-- Keeps a number under a key that a traversal meets before the elements of the board.
local lab = require "boardlab"
return lab.rules {
  name = "hidden",
  max_moves = 5,
  state = function(o) return { board = { 9 } } end,
  start = function(s) for i = 1, 9 do s.board[i] = 1 end end,
  moves = function(s)
    local n = s.board[0] or 0
    if n >= 3 then return { 2 } end
    return { 1 }
  end,
  play = function(s, move)
    local b = s.board
    local kept, hidden = {}, (b[0] or 0) + 1
    for i = 1, 9 do kept[i] = b[i] end
    for i = 1, 9 do b[i] = nil end
    b[0] = nil
    for i = 1, 30 do b["k" .. i] = i end
    for i = 1, 30 do b["k" .. i] = nil end
    b[0] = hidden
    for i = 1, 9 do b[i] = kept[i] end
    b[1] = b[1] + 1
  end,
  outcome = function(s, mover) if s.board[1] >= 3 then return mover end end,
  text = function(_, move) return "m" .. move end,
}

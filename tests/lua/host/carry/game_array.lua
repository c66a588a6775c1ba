-- Rules that leave traces in the table of an array: a float that equals its number, and copies
-- of the table.
local kept = {}
return require "boardlab".rules {
  state = { board = { 3 }, plies = 1 },
  moves = function(s)
    local list = { 1, 2 }
    if math.type(s.board[1]) == "float" then list[3] = 3 end
    s.board[1] = s.board[1] + 0.0
    kept[#kept + 1] = s.board
    return list
  end,
  play = function(s, move)
    kept[1][2] = 5
    s.plies = s.plies + move
    s.board[3] = s.plies
  end,
  outcome = function(s, mover) if s.plies + s.board[2] > 9 then return mover end end,
}

-- Breakthrough in plain Lua, without the grid library: the same moves in the same order as
-- games/breakthrough.lua. Tests compare the two.

local lab = require "boardlab"

local FROM = 1024 -- a move is from * FROM + to

local function name(cell, columns)
  return string.char(97 + (cell - 1) % columns) .. (cell - 1) // columns + 1
end

return lab.rules {
  name = "breakthrough",
  summary = "Breakthrough in plain Lua, to compare games/breakthrough.lua with",
  options = {
    columns = { default = 8, min = 2, max = 26, help = "columns" },
    rows = { default = 8, min = 4, max = 26, help = "rows" },
  },
  state = function(o) return { board = { o.columns * o.rows } } end,

  start = function(s, _, o)
    for i = 1, 2 * o.columns do s.board[i], s.board[#s.board + 1 - i] = 1, 2 end
  end,

  moves = function(s, seat, o)
    local board, list, n, columns = s.board, {}, 0, o.columns
    local forward = seat == 1 and columns or -columns
    for from = 1, #board do
      local to = from + forward
      if board[from] == seat and board[to] then
        local column = (from - 1) % columns
        if column > 0 and board[to - 1] ~= seat then
          n = n + 1
          list[n] = from * FROM + to - 1
        end
        if board[to] == 0 then
          n = n + 1
          list[n] = from * FROM + to
        end
        if column < columns - 1 and board[to + 1] ~= seat then
          n = n + 1
          list[n] = from * FROM + to + 1
        end
      end
    end
    return list
  end,

  play = function(s, move, seat)
    s.board[move // FROM], s.board[move % FROM] = 0, seat
  end,

  outcome = function(s, mover, o)
    local board = s.board
    local last = mover == 1 and #board - o.columns or 0
    for cell = last + 1, last + o.columns do
      if board[cell] == mover then return mover end
    end
    for cell = 1, #board do
      if board[cell] == 3 - mover then return nil end
    end
    return mover
  end,

  text = function(s, move, o)
    local from, to = move // FROM, move % FROM
    return name(from, o.columns) .. (s.board[to] == 0 and "-" or "x") .. name(to, o.columns)
  end,
}

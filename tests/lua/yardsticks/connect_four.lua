-- Connect Four in plain Lua, without the grid library: the same moves in the same order as
-- games/connect_four.lua. Tests compare the two.

local lab = require "boardlab"

local DIRECTIONS = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } }

-- Returns the values of the line of cells that starts at a cell, as a list; nil if it leaves
-- the board.
local function line_at(board, cell, d, o)
  local column, row, line = (cell - 1) % o.columns, (cell - 1) // o.columns, {}
  for i = 1, o.connect do
    if column >= o.columns or row < 0 or row >= o.rows then return nil end
    line[i] = board[row * o.columns + column + 1]
    column, row = column + d[1], row + d[2]
  end
  return line
end

-- Returns how many cells of a line a seat has; 0 if another seat has any.
local function own_cells(line, seat)
  local own = 0
  for _, value in ipairs(line) do
    if value == seat then own = own + 1 elseif value ~= 0 then return 0 end
  end
  return own
end

-- Returns whether a seat has a line that starts at a cell.
local function starts_line(board, cell, seat, o)
  local column, row = (cell - 1) % o.columns, (cell - 1) // o.columns
  for _, d in ipairs(DIRECTIONS) do
    local n, x, y = 1, column + d[1], row + d[2]
    while n < o.connect and x < o.columns and y >= 0 and y < o.rows
      and board[y * o.columns + x + 1] == seat do
      n, x, y = n + 1, x + d[1], y + d[2]
    end
    if n == o.connect then return true end
  end
  return false
end

return lab.rules {
  name = "connect_four",
  summary = "Connect Four in plain Lua, to compare games/connect_four.lua with",
  options = {
    columns = { default = 7, min = 1, max = 26, help = "columns" },
    rows = { default = 6, min = 1, max = 26, help = "rows" },
    connect = { default = 4, min = 1, max = 26, help = "discs in a row that win" },
  },
  example = "d d e",
  state = function(o) return { board = { o.columns * o.rows } } end,

  moves = function(s, _, o)
    local list, top = {}, (o.rows - 1) * o.columns
    for column = 1, o.columns do
      if s.board[top + column] == 0 then list[#list + 1] = column end
    end
    return list
  end,

  play = function(s, column, seat, o)
    local cell = column
    while s.board[cell] ~= 0 do cell = cell + o.columns end
    s.board[cell] = seat
  end,

  outcome = function(s, mover, o)
    local board, full = s.board, true
    for cell = 1, #board do
      if board[cell] == 0 then
        full = false
      elseif board[cell] == mover and starts_line(board, cell, mover, o) then
        return mover
      end
    end
    return full and "draw" or nil
  end,

  evaluate = function(s, _, o)
    local score = { 1, 1 }
    for cell = 1, #s.board do
      for _, d in ipairs(DIRECTIONS) do
        local line = line_at(s.board, cell, d, o)
        for seat = 1, 2 do
          local own = line and own_cells(line, seat) or 0
          if own > 0 then score[seat] = score[seat] + 4 ^ own end
        end
      end
    end
    return { score[1] / (score[1] + score[2]), score[2] / (score[1] + score[2]) }
  end,

  text = function(_, column) return string.char(96 + column) end,
}

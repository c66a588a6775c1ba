-- Reversi in plain Lua, without the grid library: the same moves in the same order as
-- games/reversi.lua. Tests compare the two.

local lab = require "boardlab"

local DX, DY = { -1, 0, 1, -1, 1, -1, 0, 1 }, { -1, -1, -1, 0, 0, 1, 1, 1 } -- all directions

-- Returns how many discs a seat would enclose in direction (dx, dy) from a cell.
local function enclosed(board, cell, seat, dx, dy, size)
  local x, y, count = (cell - 1) % size + dx, (cell - 1) // size + dy, 0
  while x >= 0 and x < size and y >= 0 and y < size do
    local disc = board[y * size + x + 1]
    if disc == seat then return count end
    if disc == 0 then return 0 end
    count, x, y = count + 1, x + dx, y + dy
  end
  return 0
end

local function can_play(board, cell, seat, size)
  if board[cell] ~= 0 then return false end
  for i = 1, 8 do
    if enclosed(board, cell, seat, DX[i], DY[i], size) > 0 then return true end
  end
  return false
end

local function can_move(board, seat, size)
  for cell = 1, #board do
    if can_play(board, cell, seat, size) then return true end
  end
  return false
end

return lab.rules {
  name = "reversi",
  summary = "Reversi in plain Lua, to compare games/reversi.lua with",
  options = { size = { default = 8, min = 4, max = 26, step = 2, help = "rows and columns" } },
  state = function(o) return { board = { o.size * o.size } } end,

  start = function(s, _, o)
    local low = (o.size // 2 - 1) * o.size + o.size // 2 -- d4 of 8 × 8
    s.board[low], s.board[low + 1], s.board[low + o.size], s.board[low + o.size + 1] = 2, 1, 1, 2
  end,

  moves = function(s, seat, o)
    local board, list, size = s.board, {}, o.size
    for cell = 1, #board do
      if can_play(board, cell, seat, size) then list[#list + 1] = cell end
    end
    return list
  end,

  play = function(s, move, seat, o)
    local board, size = s.board, o.size
    for i = 1, 8 do
      for n = 1, enclosed(board, move, seat, DX[i], DY[i], size) do
        board[move + n * (DX[i] + DY[i] * size)] = seat
      end
    end
    board[move] = seat
  end,

  outcome = function(s, mover, o)
    local board, size = s.board, o.size
    if can_move(board, 3 - mover, size) or can_move(board, mover, size) then return nil end
    local lead = 0
    for cell = 1, #board do
      if board[cell] == 1 then lead = lead + 1 elseif board[cell] == 2 then lead = lead - 1 end
    end
    return lead > 0 and 1 or lead < 0 and 2 or "draw"
  end,

  text = function(_, move, o)
    return string.char(97 + (move - 1) % o.size) .. (move - 1) // o.size + 1
  end,
}

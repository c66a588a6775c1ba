-- Helpers for Lua games on a rectangular grid: cell names and drawing. Cells are numbered from
-- 1 at a1, row by row: a1, b1, …, a2, b2, …
--
--   local grid = require "grid"

local grid = {}

--- Returns the name of a cell, such as "b2".
---@param cell integer
---@param columns integer number of columns
---@return string
function grid.name(cell, columns)
  return string.char(97 + (cell - 1) % columns) .. (cell - 1) // columns + 1
end

--- Returns a drawing of a board with row and column names.
---@param board integer[] the content of each cell, 0 for empty: an array field of a state
---@param columns integer
---@param marks string the characters for 0, 1, 2, …
---@return string
function grid.draw(board, columns, marks)
  local lines, letters = {}, "   "
  for row = #board // columns, 1, -1 do
    local line = ("%2d "):format(row)
    for i = (row - 1) * columns + 1, row * columns do
      line = line .. " " .. marks:sub(board[i] + 1, board[i] + 1)
    end
    lines[#lines + 1] = line
  end
  for i = 1, columns do letters = letters .. " " .. string.char(96 + i) end
  lines[#lines + 1] = letters
  return table.concat(lines, "\n")
end

return grid

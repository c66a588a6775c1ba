-- Dorix in which a full row wins as well.
--
-- Change: a side that controls every cell of a row wins, as on a main diagonal. If two sides
-- control a line each, play continues, as in the original game.
-- Why try it: in Dorix only the main diagonals win, on a square board two lines through the
-- centre. With rows the edges matter, and the game is shorter.

local lab = require "boardlab"

-- The names of the cells: CELLS[row][column].
local CELLS = {}
for row = 1, 6 do
  CELLS[row] = {}
  for column = 1, 6 do CELLS[row][column] = string.char(96 + column) .. row end
end

-- Returns the first seat of the side that controls a line of cells, or nil. The line begins in
-- a cell, and goes one column to the right and `up` rows up at each step.
local function holder(s, column, row, up, length)
  local side
  for i = 0, length - 1 do
    local owner = s:owner(CELLS[row + i * up][column + i])
    if not owner then return nil end
    local first = s:game():team(owner)[1]
    if side and first ~= side then return nil end
    side = first
  end
  return side
end

return lab.variant {
  name = "dorix_rows",
  title = "Dorix, rows count too",
  summary = "Dorix: a full row wins, like a main diagonal",
  base = "dorix",
  outcome = function(s, _, options)
    local columns, rows = options.columns, options.rows
    local diagonal = math.min(columns, rows)
    local winner, several = nil, false
    local function look(column, row, up, length)
      local side = holder(s, column, row, up, length)
      several = several or side and winner and side ~= winner
      winner = winner or side
    end
    for column = 1, columns - diagonal + 1 do
      for row = 1, rows - diagonal + 1 do
        look(column, row, 1, diagonal)
        look(column, row + diagonal - 1, -1, diagonal)
      end
    end
    for row = 1, rows do look(1, row, 0, columns) end
    if several then return false end
    return winner
  end,
}

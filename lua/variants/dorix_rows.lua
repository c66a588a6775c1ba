-- Dorix in which a full row wins as well.
--
-- Change: a side that controls every cell of a row wins, as on a main diagonal. If two sides
-- control a line each, play continues, as in the original game.
-- Why try it: in Dorix only two lines win, and both run through the centre. With rows the
-- edges matter, and the game is shorter.

local lab = require "boardlab"

-- The names of the cells: CELLS[row][column].
local CELLS = {}
for row = 1, 6 do
  CELLS[row] = {}
  for column = 1, 6 do CELLS[row][column] = string.char(96 + column) .. row end
end

-- Returns the first seat of the side that controls a line of cells, or nil. The line begins in
-- the first column of a row, and goes one column to the right and `up` rows up at each step.
local function holder(s, row, up, size)
  local side
  for column = 1, size do
    local owner = s:owner(CELLS[row][column])
    if not owner then return nil end
    local first = s:game():team(owner)[1]
    if side and first ~= side then return nil end
    side, row = first, row + up
  end
  return side
end

return lab.variant {
  name = "dorix_rows",
  summary = "Dorix: a full row wins, like a main diagonal",
  base = "dorix",
  outcome = function(s, _, options)
    local size, winner, several = options.size, nil, false
    local function look(row, up)
      local side = holder(s, row, up, size)
      several = several or side and winner and side ~= winner
      winner = winner or side
    end
    look(1, 1)
    look(size, -1)
    for row = 1, size do look(row, 0) end
    if several then return false end
    return winner
  end,
}

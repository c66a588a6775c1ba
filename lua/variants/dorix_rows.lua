-- Dorix in which a full row wins as well.
--
-- Change: a side that controls every cell of a row wins, as on a main diagonal. If two sides
-- control a line each, play continues, as in the original game.
-- Why try it: in Dorix only two lines win, and both run through the centre. With rows the
-- edges matter, and the game is shorter.

local lab = require "boardlab"

-- Returns the first seat of the side that controls all of these cells, or nil.
local function holder(s, cells)
  local game, first = s:game(), s:owner(cells[1])
  if not first then return nil end
  local side = {}
  for _, seat in ipairs(game:team(first)) do side[seat] = true end
  for _, cell in ipairs(cells) do
    if not side[s:owner(cell) or 0] then return nil end
  end
  return game:team(first)[1]
end

return lab.variant {
  name = "dorix_rows",
  summary = "Dorix: a full row wins, like a main diagonal",
  base = "dorix",
  outcome = function(s, _, options)
    local lines = { s:rising(), s:falling() }
    for row = 1, options.size do
      local cells = {}
      for column = 1, options.size do
        cells[column] = string.char(96 + column) .. row
      end
      lines[#lines + 1] = cells
    end
    local winner
    for _, cells in ipairs(lines) do
      local seat = holder(s, cells)
      if seat and winner and seat ~= winner then return false end
      winner = winner or seat
    end
    return winner
  end,
}

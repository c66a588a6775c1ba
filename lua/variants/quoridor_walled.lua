-- Quoridor with walls on the board from the start.
--
-- Change: four walls stand around the centre, placed symmetrically for both players. They do
-- not count against anyone's supply.
-- Why try it: the first moves of Quoridor are a straight run. Here the shortest path already
-- bends, and the first wall has more effect.

local lab = require "boardlab"

return lab.variant {
  name = "quoridor_walled",
  title = "Quoridor, walled",
  summary = "Quoridor with four walls around the centre from the start",
  base = "quoridor",
  setup = function(s, _, options)
    local columns, rows = options.columns, options.rows
    if columns < 5 or rows < 5 then return end -- the board is too small
    local left, low = columns // 2 - 1, rows // 2 - 1
    local right, high = columns - left, rows - low -- the mirror images
    local places = { { left, low }, { left + 2, low }, { right - 2, high }, { right, high } }
    local walls = {}
    for i, wall in ipairs(places) do
      walls[i] = string.char(string.byte "a" + wall[1] - 1) .. wall[2] .. "h"
    end
    s:set("walls", table.concat(walls, ","))
  end,
}

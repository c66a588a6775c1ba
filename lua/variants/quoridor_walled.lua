-- Quoridor with walls on the board from the start.
--
-- Change: four walls stand around the centre, placed symmetrically for both players. They do
-- not count against anyone's supply.
-- Why try it: the first moves of Quoridor are a straight run. Here the shortest path already
-- bends, and the first wall has more effect.

local lab = require "boardlab"

return lab.variant {
  name = "quoridor_walled",
  summary = "Quoridor with four walls around the centre from the start",
  base = "quoridor",
  setup = function(s, _, options)
    local size = options.size
    if size < 5 then return end -- the board is too small
    local low = size // 2 - 1
    local high = size - low -- the mirror image of `low`
    local walls = {}
    for i, wall in ipairs { { low, low }, { low + 2, low }, { high - 2, high }, { high, high } } do
      walls[i] = string.char(string.byte "a" + wall[1] - 1) .. wall[2] .. "h"
    end
    s:set("walls", table.concat(walls, ","))
  end,
}

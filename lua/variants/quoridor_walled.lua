-- Quoridor with walls on the board before the first move.
--
-- What changes: four walls stand around the middle from the start, in a pattern
-- that is the same for both players. Nobody pays for them. Why try it: the
-- first moves of Quoridor are a straight run; here the shortest way already
-- bends, and the first wall is worth more.

local lab = require "boardlab"

return lab.variant {
  name = "quoridor_walled",
  summary = "Quoridor with four walls around the middle from the start",
  base = "quoridor",
  setup = function(s, _, options)
    local size = options.size
    if size < 5 then return end -- no room
    local low = size // 2 - 1
    local high = size - low -- as far from the other side
    local walls = {}
    for i, wall in ipairs { { low, low }, { low + 2, low }, { high - 2, high }, { high, high } } do
      walls[i] = string.char(string.byte "a" + wall[1] - 1) .. wall[2] .. "h"
    end
    s:set("walls", table.concat(walls, ","))
  end,
}

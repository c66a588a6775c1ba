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
    local middle = options.size // 2
    if middle < 2 then return end -- no room on a 3x3 board
    local column = function(n) return string.char(string.byte "a" + n - 1) end
    local low, high = middle - 1, options.size - middle + 1
    local walls = {}
    for i, wall in ipairs { { low, low }, { high - 1, low }, { low, high - 1 }, { high - 1, high - 1 } } do
      walls[i] = column(wall[1]) .. wall[2] .. "h"
    end
    s:set("walls", table.concat(walls, ","))
  end,
}

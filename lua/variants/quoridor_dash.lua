-- Quoridor in which a player may spend a wall to move the pawn twice.
--
-- Change: a player with a wall in hand may play a move such as e2+e3: the pawn goes to e2 and
-- on to e3, and one wall leaves the game.
-- Why try it: in the original game walls only defend. Here each wall can also become a step,
-- and saving them for a final sprint becomes a plan.

local lab = require "boardlab"

return lab.variant {
  name = "quoridor_dash",
  title = "Quoridor with dashes",
  summary = "Quoridor: spend a wall to move the pawn twice",
  about = "With a wall in hand you may also dash: the pawn makes two moves, and one of your\n"
    .. "walls leaves the game. Write a dash as both cells: e2+e3.",
  example = "e2+e3 e8 e3h",
  base = "quoridor",

  extra = function(s, seat)
    if s:walls_left(seat) == 0 then return nil end
    local dashes = {}
    local reached = { [s:pawn(seat)] = true } -- one dash per cell, even if there are two ways
    for _, first in ipairs(s:steps()) do
      local there = s:after(first)
      if there:seat() then -- after a winning step there is no second
        there:set("seat", seat)
        for _, second in ipairs(there:steps()) do
          if not reached[second] then dashes[#dashes + 1] = first .. "+" .. second end
          reached[second] = true
        end
      end
    end
    return dashes
  end,

  play = function(s, dash, seat)
    local first, second = dash:match "^(%w+)%+(%w+)$"
    s:set("hand" .. seat, s:walls_left(seat) - 1)
    s:play(first)
    s:set("seat", seat)
    s:play(second)
    return s:seat()
  end,
}

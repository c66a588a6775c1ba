-- Quoridor in which a wall in hand can be spent to move the pawn twice.
--
-- What changes: a player with a wall left may write a move such as e2+e3: the
-- pawn goes to e2 and on to e3, and a wall goes out of the game. Why try it: in
-- the plain game walls are all defence. Here each is worth a step as well, and
-- hoarding them for a sprint at the end becomes a plan.

local lab = require "boardlab"

return lab.variant {
  name = "quoridor_dash",
  summary = "Quoridor: spend a wall to move the pawn twice",
  base = "quoridor",

  extra = function(s, seat)
    if s:walls_left(seat) == 0 then return nil end
    local dashes = {}
    local reached = { [s:pawn(seat)] = true } -- two ways to a cell are one move
    for _, first in ipairs(s:steps()) do
      local there = s:after(first)
      if there:seat() then -- a step that wins needs no second
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

-- Tic Tac Doh for three players, with a different rule for a blocked player.
--
-- Change: three players; and when the next player cannot lay a piece, the other two share
-- the win. (The built-in rule for three players lets only the last mover win.)
-- Why try it: the designer has not tested the game with three players. If only the last mover
-- wins, blocking is a race; if both others win, two players block the third together.

local lab = require "boardlab"

return lab.variant {
  name = "tictacdoh3",
  title = "Tic Tac Doh for three",
  summary = "Tic Tac Doh for three: a blocked player loses, the others share the win",
  base = "tictacdoh:players=3",
  outcome = function(s, mover)
    if s:outcome() ~= "win" or s:line() then return nil end
    local seats = s:game():seats()
    local blocked = mover % seats + 1
    local others = {}
    for seat = 1, seats do
      if seat ~= blocked then others[#others + 1] = seat end
    end
    return others
  end,
}

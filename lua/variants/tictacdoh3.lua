-- Tic Tac Doh for three, with a rule of its own for a blocked player.
--
-- What changes: three players; and when the next player has nowhere to lay a
-- piece, the *other two* share the win. (The engine's rule for three gives it
-- to the player who moved last alone.) Why try it: the designer left three
-- players untested. If only the last mover wins, blocking is a race; if both
-- others win, it is something two players do to a third.

local lab = require "boardlab"

return lab.variant {
  name = "tictacdoh3",
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

-- Misère Orbital: the player who gets the towers loses.
--
-- Change: the winner of the original game loses instead. Draws stay draws.
-- Why try it: a piece sends the opponent to certain cells, and a majority of pieces wins a
-- tower. If towers are bad, the same moves serve to make the opponent finish them.

local lab = require "boardlab"

return lab.variant {
  name = "orbital_misere",
  title = "Orbital, misère",
  summary = "Orbital: the player who gets the towers loses",
  base = "orbital",
  outcome = function(s)
    if s:outcome() == "win" then return 3 - s:winners()[1] end
  end,
}

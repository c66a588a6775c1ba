-- Orbital turned around: whoever is given the towers loses.
--
-- What changes: the player who would win loses instead. Draws stay draws. Why
-- try it: a piece sends the opponent somewhere and a majority makes a tower
-- yours. When towers are a burden, the same moves are about making the other
-- player finish them.

local lab = require "boardlab"

return lab.variant {
  name = "orbital_misere",
  summary = "Orbital: the player who gets the towers loses",
  base = "orbital",
  outcome = function(s)
    if s:outcome() == "win" then return 3 - s:winners()[1] end
  end,
}

-- Tic Tac Doh with a smaller stash: four of each size instead of five.
--
-- What changes: options, nothing else, so it plays at the full speed of the
-- engine. Why try it: the stash is the clock of the game, and blocked players
-- and draws come of it. How much does one piece of each size matter?

local lab = require "boardlab"

return lab.variant {
  name = "tictacdoh_small",
  summary = "Tic Tac Doh with four pieces of each size",
  base = "tictacdoh:small=4,medium=4,large=4",
}

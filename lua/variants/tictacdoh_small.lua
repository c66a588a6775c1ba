-- Tic Tac Doh with a smaller stash: four pieces of each size instead of five.
--
-- Change: only options, so the variant runs at the full speed of the engine.
-- Why try it: the stash limits the length of the game and causes draws and blocked players.
-- How much does one piece of each size matter?

local lab = require "boardlab"

return lab.variant {
  name = "tictacdoh_small",
  title = "Small Tic Tac Doh",
  summary = "Tic Tac Doh with four pieces of each size",
  base = "tictacdoh:small=4,medium=4,large=4",
}

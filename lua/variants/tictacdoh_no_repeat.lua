-- Tic Tac Doh in which a piece must differ in size from the one laid just before.
--
-- Change: a move of the same size as the previous move is illegal. A player without a move
-- passes, which lifts the restriction; if all pass, the game is a draw.
-- Why try it: in the original game a threat of one size is answered by a piece of that size.
-- Here it cannot be, so threats are stronger.

local lab = require "boardlab"

return lab.variant {
  name = "tictacdoh_no_repeat",
  summary = "Tic Tac Doh: never the same size twice in a row",
  base = "tictacdoh",
  vars = { last = "size" }, -- of the last move
  depends = { "size", "last" },
  allow = function(size, last) return size ~= last end,
}

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
  vars = { last = 0 }, -- the size of the previous move, as the code of its letter; 0 for none
  depends = { "size", "last" },
  allow = function(size, last) return size:byte() ~= last end,
  after = function(s, move, _, before)
    s.last = move == lab.pass and 0 or before:part(move, "size"):byte()
  end,
}

-- Tic Tac Doh in which nobody may lay the size that was laid just before.
--
-- What changes: a move of the same size as the move before it is not allowed. A
-- player who then has no move passes, which lifts the ban; if all pass, it is a
-- draw. Why try it: in the plain game a threat of one size is answered by
-- blocking it with that size. Here it cannot be, so threats bite.

local lab = require "boardlab"

-- The size of a move is the first letter of its text: S, M or L.
local function size(s, move)
  return s:text(move):byte()
end

return lab.variant {
  name = "tictacdoh_no_repeat",
  summary = "Tic Tac Doh: never the size that was laid just before",
  base = "tictacdoh",
  vars = { last = 0 }, -- the size laid last; 0 for none
  allow = function(s, move) return size(s, move) ~= s.last end,
  after = function(s, move, _, before)
    s.last = move == lab.pass and 0 or size(before, move)
  end,
}

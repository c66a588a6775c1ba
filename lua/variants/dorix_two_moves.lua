-- Dorix with two moves a turn after the first: the 1-2-2-2 order.
--
-- What changes: who moves when. Why try it: with single moves the first player
-- is a move ahead half of the time; in this order nobody is ever more than one
-- ahead.

return require "modifiers".two_moves "dorix"

-- Dorix with two moves per turn after the first: the order 1-2-2-2.
--
-- Change: the order of turns.
-- Why try it: with single moves the first player is a move ahead half of the time; in this
-- order nobody is ever more than one move ahead.

return require "modifiers".two_moves "dorix"

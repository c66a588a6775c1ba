-- Quoridor in which seat 1 starts with three fewer walls.
--
-- Change: the walls of seat 1.
-- Why try it: to measure the first-player advantage in walls.

return require "modifiers".handicap("quoridor", 1, 3)

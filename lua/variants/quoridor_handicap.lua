-- Quoridor in which seat 1 starts with three walls fewer.
--
-- What changes: the walls of seat 1. Why try it: to see what the first move is
-- worth, in walls.

return require "modifiers".handicap("quoridor", 1, 3)

-- Quoridor from a random position: four random plies come before the first.
--
-- What changes: the first position, which is drawn by lot for every game. Why
-- try it: bots that play without chance would play the same game every time.

return require "modifiers".random_opening("quoridor", 4)

-- Quoridor with a random start: four random plies precede the game.
--
-- Change: the first position, which is random in every game.
-- Why try it: deterministic bots would otherwise play the same game every time.

return require "modifiers".random_opening("quoridor", 4)

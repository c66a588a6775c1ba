-- Quoridor with the pie rule: after the first move, seat 2 may swap sides.
--
-- Change: one extra move, `swap`, available once.
-- Why try it: it is the oldest remedy for a large first-player advantage, and one line for
-- any game.

return require "modifiers".pie "quoridor"

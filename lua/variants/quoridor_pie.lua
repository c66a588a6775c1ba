-- Quoridor with the pie rule: after the first move, seat 2 may swap sides.
--
-- What changes: one extra move, `swap`, once. Why try it: it is the oldest cure
-- for a first move that is worth too much, and a one-liner for any game.

return require "modifiers".pie "quoridor"

-- A bot: a table with a function that chooses a move.
--
--   boardlab check @FILE@                   play it against random
--   boardlab check @FILE@ --game quoridor   on another game
--   boardlab games quoridor                 what a position can be asked
--
-- The file is run afresh for every game, so locals out here are a memory for one
-- game and no longer.

return {
  name = "@NAME@",
  summary = "wins if it can, else plays at random",

  -- The games it can play; without this line, any.
  -- games = { "tictacdoh" },

  -- What can be set in a spec, as in @FILE@:tries=20
  options = {
    tries = { default = 50, min = 1, max = 1000, help = "moves to look at" },
  },

  -- state: the position, a copy that may be played on. me: seat, rng, options.
  -- Returns a move: one of state:moves(), or its text such as "e2".
  choose = function(state, me)
    local moves = me.rng:shuffle(state:moves())
    for i = 1, math.min(#moves, me.options.tries) do
      if state:after(moves[i]):won(me.seat) then return moves[i] end
    end
    return moves[1]
  end,
}

-- A bot: a table with a function that chooses a move.
--
--   boardlab check @FILE@                   test it against random play
--   boardlab check @FILE@ --game quoridor   in another game
--
-- `boardlab games quoridor` lists the accessors of a game's positions.
-- The file is run again for every game, so local variables out here last for one game.

return {
  name = "@NAME@",
  summary = "wins if it can, otherwise plays at random",

  -- The games it can play; default: any game.
  -- games = { "tictacdoh" },

  -- Options that a spec can set, as in @FILE@:tries=20
  options = {
    tries = { default = 50, min = 1, max = 1000, help = "number of moves to try" },
  },

  -- state: a copy of the position, which may be changed. me: seat, rng, options.
  -- Returns a move: one of state:moves(), or its notation, such as "e2".
  choose = function(state, me)
    local moves = me.rng:shuffle(state:moves())
    for i = 1, math.min(#moves, me.options.tries) do
      if state:after(moves[i]):won(me.seat) then return moves[i] end
    end
    return moves[1]
  end,
}

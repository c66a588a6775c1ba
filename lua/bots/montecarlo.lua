-- Flat Monte Carlo, for any game: from the position after each candidate move it
-- plays a number of games to the end at random, and takes the move that won most.
-- Shows: playout, which plays on in the engine, and so is far faster than a loop of
-- random_move and play; and options that trade time for strength.

-- What a finished game is worth to a seat; one that was cut off counts as a draw.
local function share(s, seat)
  if s:won(seat) then return 1 end
  return s:outcome() == "win" and 0 or 1 / s:game():seats()
end

return {
  name = "montecarlo",
  summary = "any game: random games after each candidate move, and the one that won most",
  options = {
    playouts = { default = 20, min = 1, max = 10000, help = "games for each candidate" },
    candidates = { default = 40, min = 1, max = 1024, help = "moves tried, drawn by lot" },
  },
  choose = function(state, me)
    local moves = me.rng:shuffle(state:moves())
    local there, try, best, most = state:copy(), state:copy(), nil, -1
    for i = 1, math.min(#moves, me.options.candidates) do
      there:assign(state):play(moves[i])
      local won = 0
      for _ = 1, me.options.playouts do
        won = won + share(try:assign(there):playout(me.rng), me.seat)
      end
      if won > most then best, most = moves[i], won end
    end
    return best
  end,
}

-- Flat Monte Carlo for any game: plays a number of playouts after each candidate move and
-- chooses the move with the best average result.
-- Demonstrates: playout, which runs in the engine and is much faster than a loop of
-- random_move and play; and options that trade time for strength.

-- The result of a playout for a seat; a truncated one counts as a draw.
local function result(s, seat)
  if s:won(seat) then return 1 end
  return s:outcome() == "win" and 0 or 1 / s:game():seats()
end

return {
  name = "montecarlo",
  summary = "any game: the candidate move that wins the most random playouts",
  options = {
    playouts = { default = 20, min = 1, max = 10000, help = "playouts for each candidate move" },
    candidates = { default = 40, min = 1, max = 1024, help = "moves to try, chosen at random" },
  },
  choose = function(state, me)
    local moves = me.rng:shuffle(state:moves())
    local there, try, best, most = state:copy(), state:copy(), nil, -1
    for i = 1, math.min(#moves, me.options.candidates) do
      there:assign(state):play(moves[i])
      local won = 0
      for _ = 1, me.options.playouts do
        won = won + result(try:assign(there):playout(me.rng), me.seat)
      end
      if won > most then best, most = moves[i], won end
    end
    return best
  end,
}

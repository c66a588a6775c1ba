-- Plays uniformly at random: lists the legal moves and picks one. The baseline for all other
-- bots, and the shortest possible one.

return {
  name = "random",
  summary = "a random legal move, chosen from the list of all legal moves",
  choose = function(state, me)
    local moves = state:moves()
    return moves[me.rng(#moves)]
  end,
}

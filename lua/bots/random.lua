-- Any legal move, each as likely: the list, and one of it.
-- The yardstick for every other bot, and the shortest one there is.

return {
  name = "random",
  summary = "a random legal move, chosen from the list of all legal moves",
  choose = function(state, me)
    local moves = state:moves()
    return moves[me.rng(#moves)]
  end,
}

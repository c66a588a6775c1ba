-- Any legal move, each as likely: the list, and one of it.
-- The yardstick for every other bot, and the shortest one there is.

return {
  name = "random",
  summary = "any legal move, by listing them all",
  choose = function(state, me)
    local moves = state:moves()
    return moves[me.rng(#moves)]
  end,
}

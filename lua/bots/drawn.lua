-- Plays like random.lua, but lets the engine choose the move, which is much faster because
-- the engine need not list all moves.

return {
  name = "drawn",
  summary = "a random legal move, chosen by the engine without listing all moves",
  choose = function(state)
    return state:random_move()
  end,
}

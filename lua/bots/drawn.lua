-- The same as random.lua, but the engine draws the move itself: it can do that
-- without listing all moves, which is a good deal faster.

return {
  name = "drawn",
  summary = "any legal move, drawn by the engine",
  choose = function(state)
    return state:random_move()
  end,
}

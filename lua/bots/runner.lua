-- Runs to its goal line and never places a wall: of the cells its pawn can reach, it chooses
-- the one with the shortest path left.
-- Demonstrates: accessors (steps, distance_from), and parsing a move, which may turn out to
-- be illegal because a variant can forbid moves of its base game.

return {
  name = "runner",
  summary = "Quoridor: follows its shortest path and never places walls",
  games = { "quoridor" },
  choose = function(state, me)
    local best, least = nil, math.huge
    for _, cell in ipairs(me.rng:shuffle(state:steps())) do -- shuffled to break ties at random
      local move = state:move(cell)
      local left = state:distance_from(me.seat, cell) or math.huge
      if move and left < least then best, least = move, left end
    end
    return best or state:random_move() -- the pawn cannot move: a wall, or a pass
  end,
}

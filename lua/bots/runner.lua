-- Runs for its goal line and never lays a wall: of the cells its pawn can go to,
-- the one with the shortest way left. Each wall in its way just makes it turn.
-- Shows: accessors of a game (steps, distance_from), and a move by its text,
-- which may turn out not to be legal: a variant can forbid what the game allows.

return {
  name = "runner",
  summary = "Quoridor: follows its shortest way and lays no walls",
  games = { "quoridor" },
  choose = function(state, me)
    local best, least = nil, math.huge
    for _, cell in ipairs(me.rng:shuffle(state:steps())) do -- shuffled: ties fall by lot
      local move = state:move(cell)
      local left = state:distance_from(me.seat, cell) or math.huge
      if move and left < least then best, least = move, left end
    end
    return best or state:random_move() -- hemmed in: a wall, or a pass
  end,
}

-- Places walls while the nearest opponent is at least as close to its goal as the bot: it
-- looks for the wall that lengthens the opponent's path most without lengthening its own.
-- If no wall gains enough, or it is ahead, it runs.
-- Demonstrates: describe, which returns the kind of a move, and trying moves on one copy
-- that is reset each time, which is cheaper than a new copy for each.

-- Returns the other seat with the fewest steps left, and their number.
local function nearest_opponent(state, me)
  local opponent, least = nil, math.huge
  for seat = 1, state:game():seats() do
    local steps = seat ~= me.seat and state:distance(seat) or math.huge
    if steps < least then opponent, least = seat, steps end
  end
  return opponent, least
end

local function step(state, me)
  local best, least = nil, math.huge
  for _, cell in ipairs(me.rng:shuffle(state:steps())) do
    local move, left = state:move(cell), state:distance_from(me.seat, cell) or math.huge
    if move and left < least then best, least = move, left end
  end
  return best or state:random_move()
end

return {
  name = "walls",
  summary = "Quoridor: places walls in front of the leading opponent, otherwise runs",
  games = { "quoridor" },
  options = {
    gain = { default = 1, min = 1, max = 20, help = "steps that a wall must gain" },
    lead = { default = -1, min = -20, max = 20, help = "run if ahead by more steps than this" },
  },
  choose = function(state, me)
    local opponent, theirs = nearest_opponent(state, me)
    local mine = state:distance(me.seat) or math.huge
    if not opponent or mine == 1 or theirs - mine > me.options.lead then return step(state, me) end
    local try, best, most = state:copy(), nil, me.options.gain - 1
    for _, move in ipairs(me.rng:shuffle(state:moves())) do
      if state:describe(move).kind == "wall" then
        try:assign(state):play(move)
        local gain = try:distance(opponent) - theirs - (try:distance(me.seat) - mine)
        if gain > most then best, most = move, gain end
      end
    end
    return best or step(state, me)
  end,
}

-- A wall-builder. While the nearest rival is as close to its goal as the bot is to
-- its own, it looks for the wall that makes the rival's way longest without making
-- its own longer as well; if no wall is worth it, or it is ahead, it runs.
-- Shows: describe, which tells what kind of move a move is, and trying moves out on
-- a copy that is set back each time, which is cheaper than a new copy for each.

-- The other seat with the fewest steps to go, and how many.
local function nearest_rival(state, me)
  local rival, least = nil, math.huge
  for seat = 1, state:game():seats() do
    local steps = seat ~= me.seat and state:distance(seat) or math.huge
    if steps < least then rival, least = seat, steps end
  end
  return rival, least
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
  summary = "Quoridor: lays walls in the way of the rival ahead, else runs",
  games = { "quoridor" },
  options = {
    gain = { default = 1, min = 1, max = 20, help = "steps a wall must gain to be laid" },
    lead = { default = -1, min = -20, max = 20, help = "runs if ahead by more than this" },
  },
  choose = function(state, me)
    local rival, theirs = nearest_rival(state, me)
    local mine = state:distance(me.seat) or math.huge
    if not rival or mine == 1 or theirs - mine > me.options.lead then return step(state, me) end
    local try, best, most = state:copy(), nil, me.options.gain - 1
    for _, move in ipairs(me.rng:shuffle(state:moves())) do
      if state:describe(move).kind == "wall" then
        try:assign(state):play(move)
        local gain = try:distance(rival) - theirs - (try:distance(me.seat) - mine)
        if gain > most then best, most = move, gain end
      end
    end
    return best or step(state, me)
  end,
}

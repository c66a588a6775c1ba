-- Follows all lines of play a few plies deep and judges where they end by the race:
-- how many steps each player still has to go, and the walls in hand.
-- Shows: the engine's search with an evaluation in Lua. It returns the chance of each
-- seat; points become chances that are 1 together by exp, as in any softmax.

local lab = require "boardlab"

local function chances(s, options)
  local list, sum = {}, 0
  for seat = 1, s:game():seats() do
    local points = options.wall * s:walls_left(seat) - (s:distance(seat) or 99)
    if seat == s:seat() then points = points + 0.5 end -- to move is half a step
    list[seat] = math.exp(points)
    sum = sum + list[seat]
  end
  for seat = 1, #list do list[seat] = list[seat] / sum end
  return list
end

return {
  name = "planner",
  summary = "Quoridor: the engine's alpha-beta search, with an evaluation in Lua",
  games = { "quoridor" },
  options = {
    depth = { default = 2, min = 1, max = 8, help = "plies to look ahead" },
    wall = { default = 2.0, min = 0.0, max = 5.0, help = "what a wall in hand is worth, in steps" },
  },
  choose = function(state, me)
    return (lab.search.alphabeta(state, {
      depth = me.options.depth,
      evaluate = function(s) return chances(s, me.options) end,
    }))
  end,
}

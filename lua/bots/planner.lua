-- Searches a few plies deep with alpha-beta and evaluates the resulting positions by the
-- race: the steps left for each player, and the walls in hand.
-- Demonstrates: the engine's search with an evaluation in Lua. The evaluation returns the
-- winning chance of each seat; a softmax turns scores into chances that sum to 1.

local lab = require "boardlab"

local function chances(s, options)
  local list, sum = {}, 0
  for seat = 1, s:game():seats() do
    local points = options.wall * s:walls_left(seat) - (s:distance(seat) or 99)
    if seat == s:seat() then points = points + 0.5 end -- having the move counts as half a step
    list[seat] = math.exp(points)
    sum = sum + list[seat]
  end
  for seat = 1, #list do list[seat] = list[seat] / sum end
  return list
end

return {
  name = "planner",
  summary = "Quoridor: the engine's alpha-beta search with an evaluation in Lua",
  games = { "quoridor" },
  options = {
    depth = { default = 2, min = 1, max = 8, help = "search depth in plies" },
    wall = { default = 2.0, min = 0.0, max = 5.0, help = "value of a wall in hand, in steps" },
  },
  choose = function(state, me)
    return (lab.search.alphabeta(state, {
      depth = me.options.depth,
      evaluate = function(s) return chances(s, me.options) end,
    }))
  end,
}

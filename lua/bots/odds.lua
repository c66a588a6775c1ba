-- Assumes that the opponent replies at random: the value of a move is the average lead in
-- towers over all replies. So it sends the opponent to cells where most replies are bad, even
-- if one of them is good.
-- Demonstrates: s:after, which returns a new position and leaves the old one unchanged.

-- A seat's lead in towers; a win counts as 100.
local function lead(s, seat)
  local winner = (s:winners() or {})[1]
  if winner then return winner == seat and 100 or -100 end
  return s:towers_won(seat) - s:towers_won(3 - seat)
end

return {
  name = "odds",
  summary = "Orbital: the best average lead in towers over all replies",
  games = { "orbital" },
  choose = function(state, me)
    local best, most = nil, -math.huge
    for _, move in ipairs(me.rng:shuffle(state:moves())) do
      local there = state:after(move)
      local replies = there:seat() and there:moves() or {}
      local sum = 0
      for _, reply in ipairs(replies) do sum = sum + lead(there:after(reply), me.seat) end
      local value = #replies > 0 and sum / #replies or lead(there, me.seat)
      if value > most then best, most = move, value end
    end
    return best
  end,
}

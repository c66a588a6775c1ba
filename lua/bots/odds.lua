-- Takes the opponent for a gambler: a move is worth the lead in towers it leaves on
-- average, over all replies, as if one of them were drawn by lot. So it sends the
-- opponent where most pieces do it no good, even if one of them would.
-- Shows: s:after, which gives a new position and leaves the old one as it is.

-- How many towers ahead a seat is; a win counts as many.
local function lead(s, seat)
  local winner = (s:winners() or {})[1]
  if winner then return winner == seat and 100 or -100 end
  return s:towers_won(seat) - s:towers_won(3 - seat)
end

return {
  name = "odds",
  summary = "Orbital: the best lead in towers on average over all replies",
  games = { "orbital" },
  choose = function(state, me)
    local best, most = nil, -math.huge
    for _, move in ipairs(me.rng:shuffle(state:moves())) do
      local there = state:after(move)
      local replies = there:seat() and there:moves() or {}
      local sum = 0
      for _, reply in ipairs(replies) do sum = sum + lead(there:after(reply), me.seat) end
      local worth = #replies > 0 and sum / #replies or lead(there, me.seat)
      if worth > most then best, most = move, worth end
    end
    return best
  end,
}

-- Looks two moves ahead. It takes a win; otherwise it wants the next player to have
-- as few winning replies as possible, none at best, and among the moves that are as
-- safe it takes the one that leaves its side the most piles.
-- Shows: a reply tried on a second copy, and winners, which names seats, so that one
-- test is enough for wins of one's own, of a partner and of the others.

-- 1 if a seat of the side has won, -1 if others have, 0 if nobody has yet.
local function result(s, mine)
  local winners = s:winners()
  if not winners or #winners == 0 then return 0 end
  return mine[winners[1]] and 1 or -1
end

return {
  name = "guard",
  summary = "Dorix: gives the next player no winning reply, and takes many piles",
  games = { "dorix" },
  options = {
    replies = { default = 200, min = 1, max = 10000, help = "how many replies to a move it looks at" },
  },
  choose = function(state, me)
    local mine = {}
    for _, seat in ipairs(state:game():team(me.seat)) do mine[seat] = true end
    local try, reply, best, most = state:copy(), state:copy(), nil, -math.huge
    for _, move in ipairs(me.rng:shuffle(state:moves())) do
      try:assign(state):play(move)
      local worth = 100000 * result(try, mine)
      if worth > 0 then return move end
      local replies = try:seat() and me.rng:shuffle(try:moves()) or {}
      for i = 1, math.min(#replies, me.options.replies) do
        if result(reply:assign(try):play(replies[i]), mine) < 0 then worth = worth - 100 end
      end
      for seat in pairs(mine) do worth = worth + #try:controlled(seat) end
      if worth > most then best, most = move, worth end
    end
    return best
  end,
}

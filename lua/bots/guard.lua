-- Looks two moves ahead. It takes a win; otherwise it wants the next player to have
-- as few replies as possible by which others win, none at best, and among moves that
-- are as safe it goes for the diagonals, as diagonal.lua does.
-- Shows: a reply tried on a second copy, and winners, which names seats, so that one
-- test is enough for wins of one's own, of a partner and of the others.

-- 1 if a seat of the side has won, -1 if others have, 0 if nobody has yet.
local function result(s, mine)
  local winner = (s:winners() or {})[1]
  return not winner and 0 or mine[winner] and 1 or -1
end

local function hold_on_diagonals(s, mine)
  local worth = 0
  for _, cells in ipairs { s:rising(), s:falling() } do
    local ours, theirs = 0, 0
    for _, cell in ipairs(cells) do
      local owner = s:owner(cell)
      if mine[owner] then ours = ours + 1 elseif owner then theirs = theirs + 1 end
    end
    worth = worth + ours ^ 2 - theirs ^ 2
  end
  return worth
end

return {
  name = "guard",
  summary = "Dorix: gives the next player no winning reply, and goes for the diagonals",
  games = { "dorix" },
  options = {
    replies = { default = 100, min = 1, max = 10000, help = "replies to a move it looks at" },
  },
  choose = function(state, me)
    local mine = {}
    for _, seat in ipairs(state:game():team(me.seat)) do mine[seat] = true end
    local try, reply, best, most = state:copy(), state:copy(), nil, -math.huge
    for _, move in ipairs(me.rng:shuffle(state:moves())) do
      local ended = result(try:assign(state):play(move), mine)
      if ended == 1 then return move end
      local worth = 100000 * ended + hold_on_diagonals(try, mine)
      local replies = try:seat() and me.rng:shuffle(try:moves()) or {}
      for i = 1, math.min(#replies, me.options.replies) do
        if result(reply:assign(try):play(replies[i]), mine) < 0 then worth = worth - 100 end
        if worth <= most then break end
      end
      if worth > most then best, most = move, worth end
    end
    return best
  end,
}

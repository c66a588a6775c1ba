-- Looks two plies ahead. It takes a win; otherwise it minimises the number of replies with
-- which the next player wins, and among equally safe moves it plays for the main diagonals,
-- as diagonal.lua does.
-- Demonstrates: trying replies on a second copy, and winners(), which names seats, so that
-- one test covers wins of the bot, of its partner and of others.

-- 1 if the bot's side has won, -1 if another side has, 0 if the game is undecided.
local function result(s, mine)
  local winner = (s:winners() or {})[1]
  return not winner and 0 or mine[winner] and 1 or -1
end

local function diagonal_value(s, mine)
  local value = 0
  for _, cells in ipairs { s:rising(), s:falling() } do
    local ours, theirs = 0, 0
    for _, cell in ipairs(cells) do
      local owner = s:owner(cell)
      if mine[owner] then ours = ours + 1 elseif owner then theirs = theirs + 1 end
    end
    value = value + ours ^ 2 - theirs ^ 2
  end
  return value
end

return {
  name = "guard",
  summary = "Dorix: leaves the next player no winning reply, then takes diagonals",
  games = { "dorix" },
  options = {
    replies = { default = 100, min = 1, max = 10000, help = "replies to examine for each move" },
  },
  choose = function(state, me)
    local mine = {}
    for _, seat in ipairs(state:game():team(me.seat)) do mine[seat] = true end
    local try, reply, best, most = state:copy(), state:copy(), nil, -math.huge
    for _, move in ipairs(me.rng:shuffle(state:moves())) do
      local ended = result(try:assign(state):play(move), mine)
      if ended == 1 then return move end
      local value = 100000 * ended + diagonal_value(try, mine)
      local replies = try:seat() and me.rng:shuffle(try:moves()) or {}
      for i = 1, math.min(#replies, me.options.replies) do
        if result(reply:assign(try):play(replies[i]), mine) < 0 then value = value - 100 end
        if value <= most then break end
      end
      if value > most then best, most = move, value end
    end
    return best
  end,
}

-- Makes a line if it can. Otherwise it lays nothing that lets the next player make
-- one, and of these moves it takes the one that leaves the next player the fewest
-- safe ones in turn: whoever runs out of safe moves has to hand over the game. With
-- three or more players it is the other way round. Whoever the next player must not
-- help sits between that player and the bot, and so it leaves many safe moves.
-- Shows: looking ahead with s:after, the plainest way, in a game with few moves.

-- Whether the seat to move can win at once.
local function can_win(s)
  local seat = s:seat()
  for _, move in ipairs(seat and s:moves() or {}) do
    local winners = s:after(move):winners()
    if winners and winners[1] == seat then return true end
  end
  return false
end

local function safe_moves(s)
  local count = 0
  for _, move in ipairs(s:moves()) do
    if not can_win(s:after(move)) then count = count + 1 end
  end
  return count
end

return {
  name = "threats",
  summary = "Tic Tac Doh: wins if it can, and never helps the next player win",
  games = { "tictacdoh" },
  choose = function(state, me)
    local best, most = nil, -math.huge
    local sign = state:game():seats() == 2 and -1 or 1
    for _, move in ipairs(me.rng:shuffle(state:moves())) do
      local there = state:after(move)
      local winners, worth = there:winners(), 0
      if winners and winners[1] == me.seat then return move end
      if not winners then worth = can_win(there) and -1000 or sign * safe_moves(there) end
      if worth > most then best, most = move, worth end
    end
    return best
  end,
}

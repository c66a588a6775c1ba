-- Completes a line if it can, and avoids moves that let another player complete one. It
-- searches a few plies deep and assumes that all others play against it, so it also sees
-- double threats and players who have only bad moves left. Positions undecided within its
-- depth count as even; it chooses among even moves at random.
-- Demonstrates: a recursive search with a memory by key: positions that occur again, or
-- differ only by a shift, are searched once per game.

local known = { {}, {}, {} } -- values by depth and key

-- 1 if the seat wins from here, -1 if another seat does, 0 if undecided.
local function value(s, seat, depth)
  if s:won(seat) then return 1 end
  if s:outcome() == "win" then return -1 end
  if s:outcome() == "draw" or depth == 0 then return 0 end
  local key = s:key()
  if known[depth][key] then return known[depth][key] end
  local sign = s:seat() == seat and 1 or -1 -- maximise for the seat itself, minimise for others
  local try, best = s:copy(), -1
  for _, move in ipairs(s:moves()) do
    best = math.max(best, sign * value(try:assign(s):play(move), seat, depth - 1))
    if best == 1 then break end
  end
  known[depth][key] = sign * best
  return sign * best
end

return {
  name = "threats",
  summary = "Tic Tac Doh: wins if it can, and never sets up another player's win",
  games = { "tictacdoh" },
  options = {
    depth = { default = 2, min = 1, max = 3, help = "plies to search after its own move" },
  },
  choose = function(state, me)
    local best, most = nil, -2
    for depth = 0, me.options.depth, me.options.depth do -- first look for a winning move
      for _, move in ipairs(me.rng:shuffle(state:moves())) do
        local found = value(state:after(move), me.seat, depth)
        if found == 1 then return move end
        if depth > 0 and found > most then best, most = move, found end
      end
    end
    return best
  end,
}

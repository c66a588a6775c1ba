-- Makes a line if it can, and lays nothing that lets another player make one. It looks
-- a few plies ahead and takes all others to be against it, so it also sees two threats
-- at once, and a player who has none but bad moves left. What is not decided within
-- its depth counts as even, and one of the even moves is drawn by lot.
-- Shows: a search that calls itself, and a memory by key: positions that come up again,
-- or that differ by a shift only, are looked at once in a game.

local known = { {}, {}, {} } -- for each depth, by key

-- 1 if the seat wins from here, -1 if another does, 0 if that is not known.
local function value(s, seat, depth)
  if s:won(seat) then return 1 end
  if s:outcome() == "win" then return -1 end
  if s:outcome() == "draw" or depth == 0 then return 0 end
  local key = s:key()
  if known[depth][key] then return known[depth][key] end
  local sign = s:seat() == seat and 1 or -1 -- what is good for the seat to move
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
  summary = "Tic Tac Doh: wins if it can, and never helps another player win",
  games = { "tictacdoh" },
  options = {
    depth = { default = 2, min = 1, max = 3, help = "plies it looks beyond its own move" },
  },
  choose = function(state, me)
    local best, most = nil, -2
    for depth = 0, me.options.depth, me.options.depth do -- first: does a move win at once?
      for _, move in ipairs(me.rng:shuffle(state:moves())) do
        local worth = value(state:after(move), me.seat, depth)
        if worth == 1 then return move end
        if depth > 0 and worth > most then best, most = move, worth end
      end
    end
    return best
  end,
}

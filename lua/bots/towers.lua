-- Counts towers: those each player has, and those of two pieces, which are as good as
-- given if both are of one colour. It looks at the best reply as well, so it does not
-- finish a tower for the opponent, nor send it where one waits for its third piece.
-- Shows: accessors (towers_won, tower, which is a text to take apart) and a search of
-- two plies, cut short as soon as a reply is bad enough.

local function worth_of(s, seat)
  local other = 3 - seat
  local winners = s:winners()
  if winners and #winners > 0 then return winners[1] == seat and 10000 or -10000 end
  return 100 * (s:towers_won(seat) - s:towers_won(other))
end

-- Two pieces of one colour on a cell: a tower that waits for its owner's opponent.
local function hopes(s, seat, cells)
  local sum = 0
  for _, cell in ipairs(cells) do
    local first, second = s:tower(cell):match "^%a(%d)%l?%a(%d)%l?$"
    if first and first == second then sum = sum + (tonumber(first) == seat and 1 or -1) end
  end
  return sum
end

return {
  name = "towers",
  summary = "Orbital: counts towers after its move and the best reply",
  games = { "orbital" },
  choose = function(state, me)
    local cells, size = {}, state:game():option "size"
    for i = 0, size * size - 1 do
      cells[i + 1] = string.char(97 + i % size) .. i // size + 1
    end
    local try, reply, best, most = state:copy(), state:copy(), nil, -math.huge
    for _, move in ipairs(me.rng:shuffle(state:moves())) do
      try:assign(state):play(move)
      local hope = hopes(try, me.seat, cells)
      local worth = worth_of(try, me.seat) + hope
      for _, answer in ipairs(try:seat() and try:moves() or {}) do
        worth = math.min(worth, worth_of(reply:assign(try):play(answer), me.seat) + hope)
        if worth <= most then break end
      end
      if worth > most then best, most = move, worth end
    end
    return best
  end,
}

-- Counts towers: the finished ones of each player, and cells with two pieces of one colour,
-- which almost certainly become towers of that colour. It considers the opponent's best
-- reply, so it neither finishes a tower for the opponent nor sends it to a cell where one can
-- be finished.
-- Demonstrates: accessors (towers_won; tower, a string to match) and a two-ply search that
-- stops as soon as a reply is bad enough.

local function tower_lead(s, seat)
  local other = 3 - seat
  local winners = s:winners()
  if winners and #winners > 0 then return winners[1] == seat and 10000 or -10000 end
  return 100 * (s:towers_won(seat) - s:towers_won(other))
end

-- The seat's lead in cells with two pieces of one colour: any third piece completes a
-- tower for that colour.
local function prospects(s, seat, cells)
  local sum = 0
  for _, cell in ipairs(cells) do
    local first, second = s:tower(cell):match "^%a(%d)%l?%a(%d)%l?$"
    if first and first == second then sum = sum + (tonumber(first) == seat and 1 or -1) end
  end
  return sum
end

return {
  name = "towers",
  summary = "Orbital: compares towers after its move and the best reply",
  games = { "orbital" },
  choose = function(state, me)
    local cells, size = {}, state:game():option "size"
    for i = 0, size * size - 1 do
      cells[i + 1] = string.char(97 + i % size) .. i // size + 1
    end
    local try, reply, best, most = state:copy(), state:copy(), nil, -math.huge
    for _, move in ipairs(me.rng:shuffle(state:moves())) do
      try:assign(state):play(move)
      local prospect = prospects(try, me.seat, cells)
      local value = tower_lead(try, me.seat) + prospect
      for _, answer in ipairs(try:seat() and try:moves() or {}) do
        value = math.min(value, tower_lead(reply:assign(try):play(answer), me.seat) + prospect)
        if value <= most then break end
      end
      if value > most then best, most = move, value end
    end
    return best
  end,
}

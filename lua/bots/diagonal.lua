-- Grabs the diagonals: after each move it counts the piles its side controls on the
-- two main diagonals, and those of the others. A diagonal counts by the square, so
-- three piles on one are worth more than two on one and one on the other.
-- Shows: accessors (rising, falling, owner) and game:team, which makes it play for
-- its partner, too, where two seats are a side.

local function worth_of(s, mine)
  local worth = 0
  for _, cells in ipairs { s:rising(), s:falling() } do
    local ours, theirs = 0, 0
    for _, cell in ipairs(cells) do
      local owner = s:owner(cell)
      if mine[owner] then ours = ours + 1 elseif owner then theirs = theirs + 1 end
    end
    if ours == #cells then worth = worth + 100 elseif theirs == #cells then worth = worth - 100 end
    worth = worth + ours ^ 2 - theirs ^ 2
  end
  return worth
end

return {
  name = "diagonal",
  summary = "Dorix: as many piles on the main diagonals as it can get",
  games = { "dorix" },
  choose = function(state, me)
    local mine = {}
    for _, seat in ipairs(state:game():team(me.seat)) do mine[seat] = true end
    local try, best, most = state:copy(), nil, -math.huge
    for _, move in ipairs(me.rng:shuffle(state:moves())) do
      local worth = worth_of(try:assign(state):play(move), mine)
      if worth > most then best, most = move, worth end
    end
    return best
  end,
}

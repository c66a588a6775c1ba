-- Maximises its piles on the main diagonals: for each move it counts the piles that its own
-- side and the others control there. The counts are squared, so three piles on one diagonal
-- are better than two on one and one on the other.
-- Demonstrates: accessors (rising, falling, owner), and game:team, which makes the bot play
-- for its partner as well in team games.

local function diagonal_value(s, mine)
  local value = 0
  for _, cells in ipairs { s:rising(), s:falling() } do
    local ours, theirs = 0, 0
    for _, cell in ipairs(cells) do
      local owner = s:owner(cell)
      if mine[owner] then ours = ours + 1 elseif owner then theirs = theirs + 1 end
    end
    if ours == #cells then value = value + 100 elseif theirs == #cells then value = value - 100 end
    value = value + ours ^ 2 - theirs ^ 2
  end
  return value
end

return {
  name = "diagonal",
  summary = "Dorix: owns as many piles on the main diagonals as possible",
  games = { "dorix" },
  choose = function(state, me)
    local mine = {}
    for _, seat in ipairs(state:game():team(me.seat)) do mine[seat] = true end
    local try, best, most = state:copy(), nil, -math.huge
    for _, move in ipairs(me.rng:shuffle(state:moves())) do
      local value = diagonal_value(try:assign(state):play(move), mine)
      if value > most then best, most = move, value end
    end
    return best
  end,
}

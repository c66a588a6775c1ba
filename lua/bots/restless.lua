-- Avoids positions it has visited. It counts how often each position occurred in this game
-- and moves to one of those visited least often. So it does not walk back and forth, which
-- is what makes random games of Quoridor and Dorix so long.
-- Demonstrates: memory in a local variable of the file (the file is run again for every
-- game), and key, a hash that is the same for equal positions.

local visits = {}

return {
  name = "restless",
  summary = "any game: moves to the position it has seen least often in this game",
  choose = function(state, me)
    local try, best, least, made = state:copy(), nil, math.huge, nil
    for _, move in ipairs(me.rng:shuffle(state:moves())) do
      local key = try:assign(state):play(move):key()
      if (visits[key] or 0) < least then best, least, made = move, visits[key] or 0, key end
      if least == 0 then break end
    end
    visits[made] = least + 1
    return best
  end,
}

-- Does not like to be where it has been. It remembers how often each position came
-- up in this game and plays to one it has seen least, any of them; so it does not walk
-- to and fro, which is what makes random games of Quoridor and Dorix so long.
-- Shows: a memory in a local of the file, which is run afresh for every game, and
-- key, a number that is the same for the same position.

local seen = {}

return {
  name = "restless",
  summary = "any game: goes where it has been least, else random",
  choose = function(state, me)
    local try, best, least, made = state:copy(), nil, math.huge, nil
    for _, move in ipairs(me.rng:shuffle(state:moves())) do
      local key = try:assign(state):play(move):key()
      if (seen[key] or 0) < least then best, least, made = move, seen[key] or 0, key end
      if least == 0 then break end
    end
    seen[made] = least + 1
    return best
  end,
}

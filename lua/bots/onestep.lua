-- Plays any game, one step deep: it wins if it can, and else plays the first move it
-- comes upon, in random order, that lets nobody else win with the next one.
-- Shows: a bot that knows no game at all. A game says who moves (a variant may give
-- the same seat two moves), whose partner is whose, and who has won.

-- A move by which one of the seats in `side` wins, or nil.
local function finish(s, try, side, moves)
  for _, move in ipairs(moves) do
    local winners = try:assign(s):play(move):winners()
    if winners and winners[1] and side[winners[1]] then return move end
  end
end

return {
  name = "onestep",
  summary = "any game: wins at once or lets nobody else win at once, else random",
  choose = function(state, me)
    local game, mine, others = state:game(), {}, {}
    for seat = 1, game:seats() do others[seat] = true end
    for _, seat in ipairs(game:team(me.seat)) do mine[seat], others[seat] = true, nil end

    local moves = me.rng:shuffle(state:moves())
    local there, try = state:copy(), state:copy()
    local winning = finish(state, try, mine, moves)
    if winning then return winning end
    for _, move in ipairs(moves) do
      there:assign(state):play(move)
      local lost = (there:winners() or {})[1] -- somebody else has won by our own move
      local next_seat = there:seat()
      if not lost and not (others[next_seat] and finish(there, try, others, there:moves())) then
        return move
      end
    end
    return moves[1]
  end,
}

-- Looks one step ahead in any game: it wins if it can, and otherwise plays the first move,
-- in random order, after which nobody else can win immediately. It does not look beyond a roll
-- of dice: it takes whatever others could do then to be safe.
-- Demonstrates: a bot without knowledge of any game. The game object says who moves next (a
-- variant may give a seat two moves in a row), who is on which side, and who has won.

-- Returns a move with which a seat of `side` wins, or nil.
local function finish(s, try, side, moves)
  for _, move in ipairs(moves) do
    local winners = try:assign(s):play(move):winners()
    if winners and winners[1] and side[winners[1]] then return move end
  end
end

return {
  name = "onestep",
  summary = "any game: wins or prevents a win in one move, otherwise random",
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
      local lost = (there:winners() or {})[1] -- our own move lets somebody else win
      local next_seat = there:seat()
      if not lost and not (others[next_seat] and finish(there, try, others, there:moves())) then
        return move
      end
    end
    return moves[1]
  end,
}

-- Tries every move and evaluates the race after it: the steps left for the nearest
-- opponent, the bot's own steps left, and the walls it still has. It evaluates pawn moves,
-- walls and any extra moves of a variant in the same way.
-- Demonstrates: options (a list of words, a fractional number, a flag), as in
--   bots/balance.lua:style=siege,wall=0.2,hurry=false

local styles = { -- weights of the bot's own steps and of the opponent's
  even = { 1, 1 },
  rush = { 1.5, 1 },
  siege = { 1, 1.5 },
}

-- The evaluation: larger is better for the seat.
local function race(s, seat, options)
  local opponent = math.huge
  for other = 1, s:game():seats() do
    if other ~= seat then opponent = math.min(opponent, s:distance(other) or math.huge) end
  end
  local own, theirs = table.unpack(styles[options.style])
  local mine = s:distance(seat) or math.huge
  if mine == 0 then return math.huge end -- has won
  if options.hurry and opponent == 1 then return -mine - 1000 end -- the opponent wins next turn
  return theirs * opponent - own * mine + options.wall * s:walls_left(seat)
end

return {
  name = "balance",
  summary = "Quoridor: the move that leaves the best race, one ply ahead",
  games = { "quoridor" },
  options = {
    style = { words = { "even", "rush", "siege" }, help = "whose path length counts more" },
    wall = { default = 0.5, min = 0.0, max = 5.0, help = "value of a wall in hand, in steps" },
    hurry = { default = true, help = "stop an opponent one step from its goal at any cost" },
  },
  choose = function(state, me)
    local try, best, most = state:copy(), nil, nil
    for _, move in ipairs(me.rng:shuffle(state:moves())) do
      local value = race(try:assign(state):play(move), me.seat, me.options)
      if not most or value > most then best, most = move, value end
    end
    return best
  end,
}

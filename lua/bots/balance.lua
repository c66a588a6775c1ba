-- Tries every move and looks at the race it leaves: how many steps the nearest rival
-- has to go, how many the bot has itself, and how many walls it still holds. Steps,
-- walls and whatever a variant adds are all weighed the same way.
-- Shows: options, a list of words, a number with a fraction and a flag, as in
--   bots/balance.lua:style=siege,wall=0.2,hurry=false

local styles = { -- how much a step of one's own weighs, and one of the rival's
  even = { 1, 1 },
  rush = { 1.5, 1 },
  siege = { 1, 1.5 },
}

-- Good for the seat if large.
local function race(s, seat, options)
  local rival = math.huge
  for other = 1, s:game():seats() do
    if other ~= seat then rival = math.min(rival, s:distance(other) or math.huge) end
  end
  local own, theirs = table.unpack(styles[options.style])
  local mine = s:distance(seat) or math.huge
  if mine == 0 then return math.huge end -- there
  if options.hurry and rival == 1 then return -mine - 1000 end -- next turn it is over
  return theirs * rival - own * mine + options.wall * s:walls_left(seat)
end

return {
  name = "balance",
  summary = "Quoridor: the move that leaves the best race, one move ahead",
  games = { "quoridor" },
  options = {
    style = { words = { "even", "rush", "siege" }, help = "which way counts more, if any" },
    wall = { default = 0.5, min = 0.0, max = 5.0, help = "what a wall in hand is worth, in steps" },
    hurry = { default = true, help = "stop a rival one step from its goal at any price" },
  },
  choose = function(state, me)
    local try, best, most = state:copy(), nil, nil
    for _, move in ipairs(me.rng:shuffle(state:moves())) do
      local worth = race(try:assign(state):play(move), me.seat, me.options)
      if not most or worth > most then best, most = move, worth end
    end
    return best
  end,
}

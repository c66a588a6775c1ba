-- Kalah in plain Lua, without the grid library: the same moves in the same order as
-- games/kalah.lua. Tests compare the two. The pits are numbered in the order of sowing: the
-- houses of seat 1, its store, the houses of seat 2, its store.

local lab = require "boardlab"

-- Returns the pit before the first house of a seat; its store is `houses + 1` pits further on.
local function base(seat, houses) return seat == 1 and 0 or houses + 1 end

-- Returns the number of seeds in the houses of a seat.
local function seeds(pit, seat, houses)
  local first, sum = base(seat, houses), 0
  for i = first + 1, first + houses do sum = sum + pit[i] end
  return sum
end

-- Returns whether all houses of a player are empty, which ends the game.
local function is_over(pit, houses)
  local i, j = 1, houses + 2
  while i <= houses and pit[i] == 0 do i = i + 1 end
  while j <= 2 * houses + 1 and pit[j] == 0 do j = j + 1 end
  return i > houses or j > 2 * houses + 1
end

-- Sows the seeds of a pit, leaving out the opponent's store, and returns the last pit.
local function sow(pit, from, skipped)
  local last, hand, pits = from, pit[from], #pit
  pit[from] = 0
  while hand > 0 do
    last = last < pits and last + 1 or 1
    if last ~= skipped then pit[last], hand = pit[last] + 1, hand - 1 end
  end
  return last
end

-- Moves the seeds in the houses of a seat to its store.
local function gather(pit, seat, houses)
  local first = base(seat, houses)
  local store = first + houses + 1
  for i = first + 1, first + houses do pit[store], pit[i] = pit[store] + pit[i], 0 end
end

return lab.rules {
  name = "kalah",
  summary = "Kalah in plain Lua, to compare games/kalah.lua with",
  options = {
    houses = { default = 6, min = 1, max = 12, help = "houses of each player" },
    seeds = { default = 4, min = 1, max = 12, help = "seeds in each house at the start" },
    empty_capture = { default = false,
      help = "a last seed in an empty house is captured even if the house opposite is empty" },
  },
  example = "c f B",
  state = function(o) return { pit = { 2 * o.houses + 2 } } end,

  start = function(s, _, o)
    for i = 1, o.houses do s.pit[i], s.pit[o.houses + 1 + i] = o.seeds, o.seeds end
  end,

  moves = function(s, seat, o)
    local pit, list, first = s.pit, {}, base(seat, o.houses)
    for i = 1, o.houses do
      if pit[first + i] > 0 then list[#list + 1] = i end
    end
    return list
  end,

  play = function(s, move, seat, o)
    local pit, houses = s.pit, o.houses
    local first = base(seat, houses)
    local store, theirs = first + houses + 1, base(3 - seat, houses) + houses + 1
    local last = sow(pit, first + move, theirs)
    local opposite = #pit - last
    if last > first and last < store and pit[last] == 1
      and (pit[opposite] > 0 or o.empty_capture) then
      pit[store] = pit[store] + 1 + pit[opposite]
      pit[last], pit[opposite] = 0, 0
    end
    if is_over(pit, houses) then
      gather(pit, 1, houses)
      gather(pit, 2, houses)
    end
    return last == store and seat or nil
  end,

  -- The seeds in the houses count only at the end: `play` has gathered them, except in a
  -- position that was set up.
  score = function(s, o)
    local pit, houses = s.pit, o.houses
    local score = { pit[houses + 1], pit[#pit] }
    if is_over(pit, houses) then
      for seat = 1, 2 do score[seat] = score[seat] + seeds(pit, seat, houses) end
    end
    return score
  end,

  outcome = function(s, _, o) return is_over(s.pit, o.houses) or nil end,

  -- The lead in the stores decides; a seed in a house most often ends up with its owner.
  evaluate = function(s, seat, o)
    local pit, houses = s.pit, o.houses
    local lead = pit[houses + 1] - pit[#pit]
      + 0.2 * (seeds(pit, 1, houses) - seeds(pit, 2, houses))
    return 1 / (1 + math.exp((seat == 1 and -lead or lead) / 4))
  end,

  text = function(s, move) return string.char((s:seat() == 1 and 96 or 64) + move) end,
}

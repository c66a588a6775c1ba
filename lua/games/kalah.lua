-- Kalah: sow seeds around the board; most seeds in the store win. Kalah(6,4) is the usual game.
-- The pits are cells in the order of sowing: in row 1 the houses of seat 1 and its store, in row 2
-- those of seat 2.

local lab = require "boardlab"

-- Returns the pit before the first house of a seat; its store is `houses + 1` pits further on.
local function base(seat, houses) return seat == 1 and 0 or houses + 1 end

-- Moves the seeds in the houses of a seat to its store.
local function gather(pit, seat, houses)
  local first = base(seat, houses)
  local store = first + houses + 1
  pit[store] = pit[store] + pit:sum(seat, houses)
  for i = first + 1, first + houses do pit[i] = 0 end
end

return lab.rules {
  name = "kalah",
  title = "Kalah (William Julius Champion)",
  summary = "sow seeds around the board, capture, and fill your store",
  about = "A turn sows all seeds of one of your houses, one into each pit that follows: your\n"
    .. "houses, your store, the opponent's houses, but not the opponent's store. If the last\n"
    .. "seed falls into your store, you move again. If it falls into an empty house of yours\n"
    .. "and the house opposite has seeds, both go to your store. When all houses of a player\n"
    .. "are empty, the other gathers the seeds in its own houses. The player with more\n"
    .. "seeds wins.\n"
    .. "Moves: a house, in the order of sowing: a, b, … for seat 1 and A, B, … for seat 2.",
  options = {
    houses = { default = 6, min = 1, max = 12, help = "houses of each player" },
    seeds = { default = 4, min = 1, max = 12, help = "seeds in each house at the start" },
    empty_capture = { default = false,
      help = "a last seed in an empty house is captured even if the house opposite is empty" },
  },
  example = "c f B",
  state = function(o) return { pit = lab.grid { columns = o.houses + 1, rows = 2 } } end,

  start = function(s, _, o)
    for i = 1, o.houses do s.pit[i], s.pit[o.houses + 1 + i] = o.seeds, o.seeds end
  end,

  moves = function(s, seat, o) return s.pit:filled_columns(seat, o.houses) end,

  play = function(s, move, seat, o)
    local pit, columns = s.pit, o.houses + 1
    local store = seat * columns
    local first = store - columns
    local last = pit:sow(first + move, (3 - seat) * columns)
    if last == store then return seat end
    if last > first and last < store and pit[last] == 1 then
      local opposite = 2 * columns - last
      local captured = pit[opposite]
      if captured > 0 or o.empty_capture then
        pit[store], pit[last], pit[opposite] = pit[store] + 1 + captured, 0, 0
      end
    end
  end,

  -- The seeds in the houses count only at the end. They have been gathered then, except in a
  -- position that was set up.
  score = function(s, o)
    local pit, houses = s.pit, o.houses
    local score = { pit[houses + 1], pit[2 * houses + 2] }
    if pit:empty_row(houses) then
      for seat = 1, 2 do score[seat] = score[seat] + pit:sum(seat, houses) end
    end
    return score
  end,

  outcome = function(s, _, o, move)
    if not s.pit:empty_row(o.houses) then return nil end
    for seat = 1, move and 2 or 0 do gather(s.pit, seat, o.houses) end
    return true
  end,

  -- The lead in the stores decides; a seed in a house most often ends up with its owner.
  evaluate = function(s, seat, o)
    local pit, houses = s.pit, o.houses
    local lead = pit[houses + 1] - pit[2 * houses + 2]
      + 0.2 * (pit:sum(1, houses) - pit:sum(2, houses))
    return 1 / (1 + math.exp((seat == 1 and -lead or lead) / 4))
  end,

  text = function(s, move) return string.char((s:seat() == 1 and 96 or 64) + move) end,

  -- As on the table: houses in the order of sowing, anticlockwise, those of seat 1 from left to
  -- right below, those of seat 2 from right to left above, each with the letter of its move, and
  -- the stores at the ends. A mark with a seat would show its number, which looks like a cell.
  scene = function(s, o)
    local pit, houses = s.pit, o.houses
    local pieces, marks, absent = {}, {}, {}
    for seat = 1, 2 do
      local first, letter, row = base(seat, houses), seat == 1 and 96 or 64, 2 * seat - 1
      for i = 1, houses do
        local at = string.char(97 + (seat == 1 and i or houses + 1 - i)) .. row
        marks[#marks + 1] = { at = at, label = string.char(letter + i) }
        if seat == 1 then absent[i] = string.char(97 + i) .. 2 end
        if pit[first + i] > 0 then
          pieces[#pieces + 1] = { at = at, label = tostring(pit[first + i]) }
        end
      end
      local column = string.char(seat == 1 and 98 + houses or 97)
      pieces[#pieces + 1] = { at = column .. 2, seat = seat, shape = "square",
        label = tostring(pit[first + houses + 1]) }
      absent[#absent + 1], absent[#absent + 2] = column .. 1, column .. 3
    end
    return { columns = houses + 2, rows = 3, coordinates = false, absent = absent,
      pieces = pieces, marks = marks,
      notes = { "A house shows the letter of its move and the number of its seeds, if any.",
        "Seat 1 has the lower row and the store on the right; sowing goes anticlockwise." } }
  end,

  draw = function(s, o)
    local pit, houses = s.pit, o.houses
    local upper, lower, capitals, letters = "", "", "", ""
    for i = 1, houses do
      upper = ("%3d"):format(pit[houses + 1 + i]) .. upper
      capitals = ("%3s"):format(string.char(64 + i)) .. capitals
      lower = lower .. ("%3d"):format(pit[i])
      letters = letters .. ("%3s"):format(string.char(96 + i))
    end
    return ("   %s   seat 2\n   %s\n%3d%s%3d\n   %s\n   %s   seat 1"):format(
      capitals, upper, pit[#pit], (" "):rep(3 * houses), pit[houses + 1], lower, letters)
  end,
}

-- A race along a track by the roll of a die: move one of your pawns, hit those of your opponent.

local lab = require "boardlab"

local ROW = 10 -- cells of the track in a row of the picture

-- Puts the pawns of a seat in order, the one furthest behind first: which is which does not matter.
local function sort(pawn, first, count)
  for i = first + 1, first + count - 1 do
    local place, at = pawn[i], i
    while at > first and pawn[at - 1] > place do
      pawn[at], at = pawn[at - 1], at - 1
    end
    pawn[at] = place
  end
end

return lab.rules {
  name = "dice_race",
  title = "Dice race",
  summary = "roll a die, move one of your pawns, hit those of your opponent",
  about = "All pawns start before the first cell of the track. A turn is a roll of the die and a\n"
    .. "move of one of your pawns by as many cells. A pawn that lands on a cell with pawns of the\n"
    .. "other player sends them back to the start. Beyond the last cell a pawn is home and out of\n"
    .. "the game. Whoever brings all pawns home first wins.\n"
    .. "Moves: the number of the cell that a pawn leaves, 0 for the start. Rolls: their number.",
  options = {
    pawns = { default = 2, min = 1, max = 4, help = "pawns of each player" },
    length = { default = 8, min = 1, max = 30, help = "cells of the track" },
    faces = { default = 4, min = 2, max = 20, help = "faces of the die" },
  },
  example = "2 0 3",
  -- The place of each pawn, those of seat 1 first: 0 is the start, length + 1 is home.
  state = function(o) return { pawn = { 2 * o.pawns }, roll = { kind = "die" } } end,

  chance = function(s, _, o)
    if s.roll > 0 then return nil end
    local faces = {}
    for face = 1, o.faces do faces[face] = face end
    return faces
  end,

  roll = function(s, face) s.roll = face end,

  moves = function(s, seat, o)
    local list, first = {}, (seat - 1) * o.pawns + 1
    for i = first, first + o.pawns - 1 do
      local place = s.pawn[i]
      if place <= o.length and place ~= list[#list] then list[#list + 1] = place end
    end
    return list
  end,

  play = function(s, move, seat, o)
    local pawn, own, other = s.pawn, (seat - 1) * o.pawns + 1, (2 - seat) * o.pawns + 1
    local place, at = math.min(move + s.roll, o.length + 1), own
    while pawn[at] ~= move do at = at + 1 end
    pawn[at], s.roll = place, 0
    for i = other, other + o.pawns - 1 do
      if pawn[i] == place and place <= o.length then pawn[i] = 0 end
    end
    sort(pawn, own, o.pawns)
    sort(pawn, other, o.pawns)
  end,

  outcome = function(s, _, o)
    for seat = 1, 2 do
      if s.pawn[(seat - 1) * o.pawns + 1] > o.length then return seat end
    end
  end,

  -- What counts is how many cells the pawns of a player are ahead of the other's.
  evaluate = function(s, seat, o)
    local lead = 0
    for i = 1, o.pawns do lead = lead + s.pawn[i] - s.pawn[o.pawns + i] end
    local first = 1 / (1 + math.exp(-3 * lead / (o.length + 1)))
    return seat == 1 and first or 1 - first
  end,

  -- The track in rows of ten. Pawns at the start and at home are beside it.
  scene = function(s, o)
    local ends = { [0] = "start", [o.length + 1] = "home" }
    local pieces, marks, hands = {}, {}, {}
    local function name(cell)
      return string.char(97 + (cell - 1) % ROW) .. (cell - 1) // ROW + 1
    end
    for cell = 1, o.length do marks[cell] = { at = name(cell), label = tostring(cell) } end
    for i, place in ipairs(s.pawn) do
      local seat, last = i <= o.pawns and 1 or 2, hands[#hands]
      if not ends[place] then
        pieces[#pieces + 1] = { at = name(place), seat = seat }
      elseif last and last.seat == seat and last.label == ends[place] then
        last.count = last.count + 1
      else
        hands[#hands + 1] = { seat = seat, label = ends[place], count = 1 }
      end
    end
    return { columns = math.min(o.length, ROW), rows = (o.length - 1) // ROW + 1, down = true,
      pieces = pieces, marks = marks, hands = hands }
  end,

  draw = function(s, o)
    local cells, line = {}, {}
    for cell = 0, o.length + 1 do cells[cell] = "" end
    for i, place in ipairs(s.pawn) do
      cells[place] = cells[place] .. (i <= o.pawns and "1" or "2")
    end
    for cell = 1, o.length do line[cell] = cells[cell] == "" and "." or cells[cell] end
    return ("start %s |%s| home %s\nroll: %s"):format(cells[0], table.concat(line, "|"),
      cells[o.length + 1], s.roll > 0 and s.roll or "-")
  end,
}

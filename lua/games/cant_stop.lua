-- Can't Stop: roll on to climb further, or stop before the dice undo it.

local lab = require "boardlab"

-- Moves: a pair of columns is first * PAIR + second, where the second may be 0.
local PAIR, STOP, ROLL, BUST = 16, 1, 2, 3
local NAMES = { "stop", "roll", "bust" }

-- Phases of a turn: the dice are rolled, a pair is chosen, and the player rolls again or stops.
local ROLLING, CHOOSING, DECIDING = 0, 1, 2

-- The rolls of four dice, in order: 1356 stands for all orders of 1, 3, 5 and 6.
local ROLLS = { weights = {} }
do
  local ways = {}
  for i = 0, 6 ^ 4 // 1 - 1 do
    local dice = { i % 6 + 1, i // 6 % 6 + 1, i // 36 % 6 + 1, i // 216 % 6 + 1 }
    table.sort(dice)
    local roll = dice[1] * 1000 + dice[2] * 100 + dice[3] * 10 + dice[4]
    ways[roll] = (ways[roll] or 0) + 1
  end
  for roll, count in pairs(ways) do
    table.insert(ROLLS, roll)
    table.insert(ROLLS.weights, count)
  end
end

-- Columns are numbered from 1 here; their names are the sums from 2 to 12.
local COLUMNS = 11

local function length(column, o) return o.shortest + o.step * (5 - math.abs(6 - column)) end

-- Whether somebody has reached the top of a column.
local function is_closed(s, column, o)
  for seat = 1, o.players do
    if s.place[(seat - 1) * COLUMNS + column] == length(column, o) then return true end
  end
  return false
end

-- Whether a runner can climb in a column, with so many runners left to put there.
local function can_climb(s, column, left, o)
  local runner = s.runner[column]
  if runner > 0 then return runner < length(column, o) end
  return left > 0 and not is_closed(s, column, o)
end

-- Adds what can be done with two sums: both, or if not, one of them.
local function add_pair(list, s, a, b, left, o)
  local first, second = can_climb(s, a, left, o), can_climb(s, b, left, o)
  local new = (s.runner[a] == 0 and 1 or 0) + (s.runner[b] == 0 and a ~= b and 1 or 0)
  local function add(move)
    for _, known in ipairs(list) do
      if known == move then return end
    end
    list[#list + 1] = move
  end
  if first and second and new <= left then
    add(math.min(a, b) * PAIR + math.max(a, b))
  else
    if first then add(a * PAIR) end
    if second then add(b * PAIR) end
  end
end

local function pairs_of(s, o)
  local list, left, dice = {}, o.runners, s.dice
  for column = 1, COLUMNS do
    if s.runner[column] > 0 then left = left - 1 end
  end
  for other = 2, 4 do
    local a = dice[1] + dice[other] - 1
    local b = dice[1] + dice[2] + dice[3] + dice[4] - 2 - a
    add_pair(list, s, a, b, left, o)
  end
  return list
end

local function clear(array)
  for i = 1, #array do array[i] = 0 end
end

-- How far a seat has come: the part of each column that it has climbed, squared.
local function progress(s, seat, o, on_turn)
  local sum = 0
  for column = 1, COLUMNS do
    local place = s.place[(seat - 1) * COLUMNS + column] / length(column, o)
    local runner = on_turn and s.runner[column] / length(column, o) or 0
    sum = sum + place ^ 2 + 0.7 * math.max(0, runner ^ 2 - place ^ 2)
  end
  return sum
end

return lab.rules {
  name = "cant_stop",
  title = "Can't Stop (Sid Sackson)",
  summary = "push your luck with four dice; three columns win",
  about = "The columns have the numbers from 2 to 12, the sums of two dice; the middle ones are\n"
    .. "longer. In your turn four dice are rolled, and you split them into two pairs. In the\n"
    .. "column of each pair's sum a runner climbs by one, from your marker or from the bottom.\n"
    .. "You have three runners; if only one pair can be used, the other is lost. Then you roll\n"
    .. "again, or stop: your markers move up to the runners. If the dice allow no runner to\n"
    .. "climb, you are bust and lose what you climbed in this turn. Nobody climbs in a column\n"
    .. "after a marker has reached its top. Whoever has reached three tops when stopping wins.\n"
    .. "In pictures, runners are squares.\n"
    .. "Moves: the columns, as in 6+8 or 7; then roll or stop; bust. Rolls: four dice, as in\n"
    .. "1356.",
  options = {
    players = { default = 2, min = 1, max = 4, help = "players" },
    columns = { default = 3, min = 1, max = 6, help = "columns that win" },
    runners = { default = 3, min = 1, max = 6, help = "runners" },
    shortest = { default = 3, min = 1, max = 5, help = "length of the columns 2 and 12" },
    step = { default = 2, min = 0, max = 4, help = "how much longer the next column is, up to 7" },
  },
  max_plies = 5000,
  example = "1356 6+9 roll 2345 6+8 stop",

  state = function(o)
    return { place = { o.players * COLUMNS }, runner = { COLUMNS }, phase = 1,
      dice = { 4, kind = "die" } }
  end,

  chance = function(s) return s.phase == ROLLING and ROLLS or nil end,

  roll = function(s, roll)
    for i = 4, 1, -1 do s.dice[i], roll = roll % 10, roll // 10 end
    s.phase = CHOOSING
  end,

  moves = function(s, _, o)
    if s.phase == DECIDING then return { STOP, ROLL } end
    local list = pairs_of(s, o)
    return #list > 0 and list or { BUST }
  end,

  play = function(s, move, seat, o)
    local place, runner, base = s.place, s.runner, (seat - 1) * COLUMNS
    clear(s.dice)
    if move >= PAIR then
      for _, column in ipairs { move // PAIR, move % PAIR > 0 and move % PAIR or nil } do
        local from = runner[column] > 0 and runner[column] or place[base + column]
        runner[column] = math.min(from + 1, length(column, o))
      end
      s.phase = DECIDING
      return seat
    end
    s.phase = ROLLING
    if move == ROLL then return seat end
    for column = 1, COLUMNS do
      if move == STOP and runner[column] > 0 then place[base + column] = runner[column] end
    end
    clear(runner)
  end,

  outcome = function(s, _, o)
    for seat = 1, o.players do
      local won = 0
      for column = 1, COLUMNS do
        if s.place[(seat - 1) * COLUMNS + column] == length(column, o) then won = won + 1 end
      end
      if won >= o.columns then return seat end
    end
  end,

  evaluate = function(s, seat, o)
    local chances, sum = {}, 0
    for each = 1, o.players do
      chances[each] = math.exp(2 * progress(s, each, o, each == seat))
      sum = sum + chances[each]
    end
    for each = 1, o.players do chances[each] = chances[each] / sum end
    return chances
  end,

  text = function(s, move)
    if s:seat() == 0 then return tostring(move) end
    if move < PAIR then return NAMES[move] end
    local first, second = move // PAIR + 1, move % PAIR + 1
    return second > 1 and first .. "+" .. second or tostring(first)
  end,

  -- A line for the columns, their lengths, the markers of each player and the runners.
  draw = function(s, o)
    local function line(name, value)
      local text = ("%-8s"):format(name)
      for column = 1, COLUMNS do
        local number = value(column)
        text = text .. ("%4s"):format(number > 0 and tostring(number) or ".")
      end
      return text
    end
    local lines = { line("column", function(column) return column + 1 end),
      line("length", function(column) return length(column, o) end) }
    for seat = 1, o.players do
      lines[seat + 2] = line("seat " .. seat, function(column)
        return s.place[(seat - 1) * COLUMNS + column]
      end)
    end
    table.insert(lines, line("runners", function(column) return s.runner[column] end))
    table.insert(lines, "dice: " .. (s.dice[1] > 0 and table.concat(s.dice, " ") or "-"))
    return table.concat(lines, "\n")
  end,

  -- Columns go up to their numbers, which are highlighted when a column is closed; squares are
  -- runners.
  scene = function(s, o)
    local pieces, marks, absent, closed = {}, {}, {}, {}
    local rows = length(6, o) + 1
    for column = 1, COLUMNS do
      local top = length(column, o) + 1
      local function cell(row) return ("%c%d"):format(96 + column, row) end
      marks[column] = { at = cell(top), label = tostring(column + 1) }
      for row = top + 1, rows do absent[#absent + 1] = cell(row) end
      if is_closed(s, column, o) then closed[#closed + 1] = cell(top) end
      for seat = 1, o.players do
        local row = s.place[(seat - 1) * COLUMNS + column]
        if row > 0 then pieces[#pieces + 1] = { at = cell(row), seat = seat } end
      end
      local row = s.runner[column]
      if row > 0 then pieces[#pieces + 1] = { at = cell(row), shape = "square", size = 1 } end
    end
    return { columns = COLUMNS, rows = rows, absent = absent, coordinates = false,
      pieces = pieces, marks = marks, highlights = closed }
  end,
}

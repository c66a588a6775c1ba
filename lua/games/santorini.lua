-- Santorini: climb a tower that both players build.

local lab = require "boardlab"

local FROM = 1024 -- a move of a worker is from * FROM + to; placing one and building are cells

-- The values of `worker` are the seats of the workers, and BUILDER + seat: the worker that has just
-- moved and must build. `level` is the height of each cell; one above the top is a dome.
local BUILDER, MARKS = 2, ".XOxo"

-- Adds the moves of a worker: to free cells at most one level higher, without a dome.
local function add_moves(list, s, from, top)
  local worker, level = s.worker, s.level
  local limit = math.min(level[from] + 1, top)
  for _, to in ipairs(worker:neighbours(from)) do
    if worker[to] == 0 and level[to] <= limit then list[#list + 1] = from * FROM + to end
  end
  return list
end

local function moves_of(s, seat, top)
  local list = {}
  for _, from in ipairs(s.worker:cells(seat)) do add_moves(list, s, from, top) end
  return list
end

-- The cells on which a worker can build.
local function sites(s, from, top)
  local list = {}
  for _, to in ipairs(s.worker:neighbours(from)) do
    if s.worker[to] == 0 and s.level[to] <= top then list[#list + 1] = to end
  end
  return list
end

-- How high the workers of a seat stand, and how high they can go.
local function climb(s, value, top)
  local sum, level = 0, s.level
  for _, from in ipairs(s.worker:cells(value)) do
    sum = sum + level[from]
    for _, move in ipairs(add_moves({}, s, from, top)) do sum = sum + level[move % FROM] / 4 end
  end
  return sum
end

return lab.rules {
  name = "santorini",
  title = "Santorini (Gordon Hamilton)",
  summary = "move, build, and be the first on the third level",
  about = "First each player in turn puts two workers on free cells. After that a turn has two\n"
    .. "parts. You move one of your workers to a neighbouring cell, straight or diagonally,\n"
    .. "which is free and at most one level higher; workers may go down any number of levels.\n"
    .. "Then this worker builds: a free neighbouring cell becomes one level higher. On the\n"
    .. "third level a dome is built, which nobody can enter or build on. A worker that moves\n"
    .. "up to the third level wins at once. A player who cannot move loses. This is the basic\n"
    .. "game, without gods.\n"
    .. "Moves: a cell for a new worker; from and to, as in b2-c3; then the cell to build on,\n"
    .. "as in c4.",
  options = {
    size = { default = 5, min = 2, max = 12, help = "columns and rows" },
    workers = { default = 2, min = 1, max = 4, help = "workers of each player" },
    top = { default = 3, min = 1, max = 6, help = "the level that wins" },
  },
  example = "b2 d4 b4 d2 b2-c3 c4 d2-c2 b3",

  state = function(o)
    local size, marks = o.size, ("0123456789"):sub(1, o.top + 2)
    return {
      worker = lab.grid { columns = size, rows = size, symmetries = "all", diagonals = true,
        marks = MARKS },
      level = lab.grid { columns = size, rows = size, symmetries = "all", marks = marks },
    }
  end,

  moves = function(s, seat, o)
    local worker = s.worker
    local builder = worker:cells(BUILDER + seat)[1]
    if builder then return sites(s, builder, o.top) end
    return worker:count(seat) < o.workers and worker:empty() or moves_of(s, seat, o.top)
  end,

  play = function(s, move, seat, o)
    local worker, level = s.worker, s.level
    local from, to = move // FROM, move % FROM
    local builder = worker:cells(BUILDER + seat)[1]
    if builder then
      worker[builder], level[to] = seat, level[to] + 1
    elseif from == 0 then
      worker[to] = seat
      return worker:count(seat) < o.workers and seat or nil
    else
      local wins = level[to] == o.top
      worker[from], worker[to] = 0, wins and seat or BUILDER + seat
      return not wins and seat or nil
    end
  end,

  outcome = function(s, mover, o, move)
    if move == lab.pass then return 3 - mover end -- who cannot move loses
    for _, cell in ipairs(s.worker:cells(mover)) do
      if s.level[cell] == o.top then return mover end
    end
  end,

  evaluate = function(s, seat, o)
    local lead = climb(s, seat, o.top) + climb(s, BUILDER + seat, o.top)
      - climb(s, 3 - seat, o.top) - climb(s, BUILDER + 3 - seat, o.top)
    return 1 / (1 + math.exp(-lead / 2))
  end,

  text = function(s, move)
    local worker, from, to = s.worker, move // FROM, s.worker:name(move % FROM)
    return from > 0 and worker:name(from) .. "-" .. to or to
  end,

  -- Each cell as its level and its worker, such as 2X.
  draw = function(s, o)
    local worker, level, lines = s.worker, s.level, {}
    for row = o.size, 1, -1 do
      local line = ("%2d "):format(row)
      for column = 1, o.size do
        local cell = worker:cell(column, row)
        local value = worker[cell]
        line = ("%s %d%s"):format(line, level[cell], MARKS:sub(value + 1, value + 1))
      end
      lines[#lines + 1] = line
    end
    local letters = "   "
    for column = 1, o.size do letters = ("%s %c "):format(letters, 96 + column) end
    return table.concat(lines, "\n") .. "\n" .. letters:gsub("%s+$", "")
  end,

  -- Levels are squares that become smaller upwards, with a disc as the dome.
  scene = function(s, o)
    local worker, pieces, domes, builder = s.worker, {}, {}, nil
    for cell, level in ipairs(s.level) do
      local at, value = worker:name(cell), worker[cell]
      for i = 1, math.min(level, o.top) do
        pieces[#pieces + 1] = { at = at, shape = "square", size = math.max(1, 4 - i) }
      end
      if level > o.top then
        pieces[#pieces + 1], domes[#domes + 1] = { at = at, size = 1 }, at
      end
      if value > 0 then pieces[#pieces + 1] = { at = at, seat = (value - 1) % 2 + 1, size = 2 } end
      if value > BUILDER then builder = at end
    end
    return { columns = o.size, rows = o.size, pieces = pieces, highlights = { builder },
      shaded = domes, notes = { "Shaded cells have a dome.",
        builder and "highlighted: the worker that must build" } }
  end,
}

-- Abalone: push marbles of the opponent off a hexagon.

local lab = require "boardlab"

-- The six directions, opposite ones three apart.
local WAYS = { { 1, 0 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { 0, -1 }, { 1, -1 } }

-- A move is (last * 64 + from) * 64 + to: a row of marbles, of which the hindmost goes from
-- `from` to `to`; or, if `last` is not 0, those from `from` to `last` side by side, the first of
-- them to `to`.
local SHIFT = 64

local START = {
  ["standard"] = "22222/222222/..222../......../........./......../..111../111111/11111",
  ["daisy"] = "11.22/111222/.11.22./......../........./......../.22.11./222111/22.11",
}

-- By cell: the next cell in each direction, or nil; and how far it is from the centre. The same
-- for all boards, so they are found once.
local NEXT, FAR
local function survey(board)
  local ways, far, centre = {}, {}, board:cell "e5"
  for _, cell in ipairs(board:cells()) do
    ways[cell] = {}
    for d, way in ipairs(WAYS) do ways[cell][d] = board:step(cell, way[1], way[2]) end
    far[cell] = board:distance(cell, centre)
  end
  NEXT, FAR = ways, far
end

-- Returns the direction from a cell to a neighbour.
local function direction(from, to)
  for d = 1, 6 do
    if NEXT[from][d] == to then return d end
  end
end

-- Returns the direction of a row of two or three marbles from its first to its last.
local function axis(from, last)
  for d = 1, 3 do
    local second = NEXT[from][d]
    if second and (second == last or NEXT[second][d] == last) then return d end
  end
end

-- Returns how many marbles of a seat are in a row from a cell on, and the cell after them.
local function row(board, cell, d, seat)
  local n = 0
  while cell and board[cell] == seat do cell, n = NEXT[cell][d], n + 1 end
  return n, cell
end

-- Returns whether the row that begins with a marble can go on in a direction: up to three marbles
-- push fewer ones of the opponent, if nothing is behind these.
local function pushes(board, from, d, seat)
  local own, after = row(board, from, d, seat)
  if own > 3 or not after then return false end
  if board[after] == 0 then return true end
  local others, beyond = row(board, after, d, 3 - seat)
  return others < own and (not beyond or board[beyond] == 0)
end

-- Adds the moves side by side of two and three marbles in a row in one of three directions.
local function add_aside(list, board, from, along, seat)
  for d = 1, 6 do
    local last, to = from, NEXT[from][d]
    if d ~= along and d ~= along + 3 and to and board[to] == 0 then
      for _ = 2, 3 do
        last = NEXT[last][along]
        local beside = last and NEXT[last][d]
        if not beside or board[last] ~= seat or board[beside] ~= 0 then break end
        list[#list + 1] = (last * SHIFT + from) * SHIFT + to
      end
    end
  end
end

local function parts(move)
  return move // SHIFT % SHIFT, move % SHIFT, move // SHIFT // SHIFT
end

return lab.rules {
  name = "abalone",
  title = "Abalone (Michel Lalet, Laurent Lévi)",
  summary = "push marbles of the opponent off a hexagon",
  about = "A turn moves one, two or three marbles that are next to each other in a row by one\n"
    .. "cell: along the row, or side by side to free cells. Along the row they push marbles of\n"
    .. "the opponent that are ahead of them, if these are fewer and nothing is behind them. Who\n"
    .. "pushes six marbles off the board wins. After a number of plies in which none is pushed\n"
    .. "off, the game is a draw.\n"
    .. "Moves: where the hindmost marble goes, as in c1-c2; side by side the first and the last\n"
    .. "marble, and where the first goes, as in e3g3-d4.",
  options = {
    setup = { default = "standard", words = { "standard", "daisy" },
      help = "the first position: standard or the Belgian daisy" },
    goal = { default = 6, min = 1, max = 13, help = "marbles to push off" },
    quiet = { default = 100, min = 1, max = 1000,
      help = "plies without a marble pushed off that make a draw" },
  },
  example = "e3-e4 e7-e6",

  state = {
    board = lab.grid { shape = "hexagon", size = 5, marks = ".12", symmetries = "all" },
    quiet = 1,
  },

  start = function(s, _, o)
    local board, at = s.board, 0
    local rows = {}
    for text in START[o.setup]:gmatch "[^/]+" do table.insert(rows, 1, text) end
    for mark in table.concat(rows):gmatch "." do
      at = at + 1
      board[at] = tonumber(mark) or 0
    end
    s.quiet = 0
  end,

  moves = function(s, seat)
    local board, list = s.board, {}
    if not NEXT then survey(board) end
    for _, from in ipairs(board:cells(seat)) do
      for d = 1, 6 do
        if NEXT[from][d] and pushes(board, from, d, seat) then
          list[#list + 1] = from * SHIFT + NEXT[from][d]
        end
      end
      for along = 1, 3 do add_aside(list, board, from, along, seat) end
    end
    return list
  end,

  play = function(s, move, seat)
    local board = s.board
    if not NEXT then survey(board) end
    local from, to, last = parts(move)
    local d = direction(from, to)
    s.quiet = s.quiet + 1
    if last > 0 then
      local along, cell = axis(from, last), from
      repeat
        board[cell], board[NEXT[cell][d]] = 0, seat
        local done = cell == last
        cell = NEXT[cell][along]
      until done
      return
    end
    local moving, cell = 0, from -- what comes to the cell
    repeat
      moving, board[cell] = board[cell], moving
      cell = NEXT[cell][d]
    until moving == 0 or not cell
    if moving ~= 0 then s.quiet = 0 end -- pushed off
  end,

  outcome = function(s, mover, o)
    if s.board:count(3 - mover) <= 14 - o.goal then return mover end
    return s.quiet >= o.quiet and "draw" or nil
  end,

  -- Marbles decide; then how near to the centre they are.
  evaluate = function(s, seat)
    local board, lead = s.board, 0
    if not NEXT then survey(board) end
    for _, cell in ipairs(board:cells(1)) do lead = lead + 1.6 - 0.1 * FAR[cell] ^ 1.5 end
    for _, cell in ipairs(board:cells(2)) do lead = lead - 1.6 + 0.1 * FAR[cell] ^ 1.5 end
    return 1 / (1 + math.exp((seat == 1 and -lead or lead) * 0.6))
  end,

  text = function(s, move)
    local board, from, to, last = s.board, parts(move)
    return board:name(from) .. (last > 0 and board:name(last) or "") .. "-" .. board:name(to)
  end,

  -- `at` is the last of several marbles that move side by side.
  describe = function(s, move)
    local board, from, to, last = s.board, parts(move)
    return { kind = last > 0 and "aside" or "ahead", from = board:name(from), to = board:name(to),
      at = last > 0 and board:name(last) or nil }
  end,

  draw = function(s) return s.board:draw() end,

  scene = function(s)
    local notes = {}
    for seat = 1, 2 do
      notes[seat] = ("seat %d: has pushed off %d"):format(seat, 14 - s.board:count(3 - seat))
    end
    return { board = s.board, notes = notes }
  end,
}

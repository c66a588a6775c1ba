-- English draughts, also known as American checkers: jump over the opponent's pieces.

local lab = require "boardlab"

-- A step is from * FROM + to. A move of jumps is JUMP + route * CELLS + from; its route is 1,
-- followed by the directions of the jumps from 0 to 3, in base 4.
local FROM, JUMP, CELLS = 1024, 1 << 29, 256
local LONGEST = 1 << 20 -- ten jumps; on the usual board nine are possible

-- The values of the board: men 1 and 2, kings 3 and 4. Directions 0 and 1 are forward for seat 1,
-- 2 and 3 for seat 2.
local OWNER = { [0] = 0, 1, 2, 1, 2 }
local FIRST, LAST = { 0, 2, 0, 0 }, { 1, 3, 3, 3 }
local DX, DY = { [0] = -1, 1, -1, 1 }, { [0] = 1, 1, -1, -1 }
local STEPS, LEAPS = {}, {} -- of each value
for value = 1, 4 do
  STEPS[value], LEAPS[value] = {}, {}
  for way = FIRST[value], LAST[value] do
    table.insert(STEPS[value], { DX[way], DY[way], "empty" })
    table.insert(LEAPS[value], { 2 * DX[way], 2 * DY[way], "empty" })
  end
end

-- Adds the moves of a piece from a cell that a route has led it to, over the pieces in `taken`.
-- Those stay on the board until the move is over, but are jumped only once.
local function add_jumps(list, board, value, from, cell, route, taken)
  local ends = route > 1
  for way = FIRST[value], LAST[value] do
    local to = route < LONGEST and board:step(cell, 2 * DX[way], 2 * DY[way])
    local over = to and (cell + to) // 2
    if to and (board[to] == 0 or to == from) and not taken[over]
      and OWNER[board[over]] == 3 - OWNER[value] then
      taken[over], ends = true, false
      add_jumps(list, board, value, from, to, 4 * route + way, taken)
      taken[over] = nil
    end
  end
  if ends then list[#list + 1] = JUMP + route * CELLS + from end
end

-- All moves with jumps.
local function jumps(board, seat)
  local list, done = {}, 0
  for value = seat, seat + 2, 2 do
    for _, leap in ipairs(board:steps(value, LEAPS[value])) do
      local from, to = leap // FROM, leap % FROM
      if from ~= done and OWNER[board[(from + to) // 2]] == 3 - seat then
        add_jumps(list, board, value, from, from, 1, {})
        done = from
      end
    end
  end
  return list
end

local function steps(board, seat)
  local men, kings = board:steps(seat, STEPS[seat]), board:steps(seat + 2, STEPS[seat + 2])
  return table.move(kings, 1, #kings, #men + 1, men)
end

-- The cells that a piece visits, the first and the last included.
local function path(board, move)
  if move < JUMP then return { move // FROM, move % FROM } end
  local cell, route, ways = move % CELLS, (move - JUMP) // CELLS, {}
  while route > 1 do route, ways[#ways + 1] = route // 4, route % 4 end
  local cells = { cell }
  for i = #ways, 1, -1 do
    cell = board:step(cell, 2 * DX[ways[i]], 2 * DY[ways[i]])
    cells[#cells + 1] = cell
  end
  return cells
end

return lab.rules {
  name = "draughts",
  title = "English draughts",
  summary = "jump over the opponent's pieces until it has none that can move",
  about = "Men step diagonally forward to a free dark cell. A man with an opposing piece\n"
    .. "diagonally in front of it and a free cell beyond jumps there and captures the piece.\n"
    .. "From where it lands it jumps on if it can: all of this is one move. Whoever can jump\n"
    .. "must, but may choose how. A man that reaches the last row becomes a king, which ends\n"
    .. "the move. Kings step and jump backward as well. A player who has no move loses. After\n"
    .. "40 moves of each player without a jump or a step of a man the game is a draw. Seat 1\n"
    .. "has the men at the bottom (x, kings X).\n"
    .. "Moves: the cells that a piece visits, as in a3-b4, or c3xe5xg7 for jumps.",
  options = {
    size = { default = 8, min = 4, max = 14, step = 2,
      help = "rows and columns; all but two rows have men; a move has at most ten jumps" },
    forced = { default = true, help = "whoever can jump must" },
    giveaway = { default = false, help = "a player who has no move wins" },
    quiet = { default = 80, min = 0, max = 400,
      help = "plies without a jump or a step of a man after which the game is a draw; 0: never" },
  },
  example = "e3-f4 b6-a5 d2-e3 a7-b6 f4-g5 h6xf4xd2",

  state = function(o)
    return { board = lab.grid { columns = o.size, rows = o.size, marks = ".xoXO" }, quiet = 1 }
  end,

  start = function(s, _, o)
    local board, men = s.board, (o.size // 2 - 1) * o.size
    for cell = 1, men do
      if (board:column(cell) + board:row(cell)) % 2 == 0 then
        board[cell], board[#board + 1 - cell] = 1, 2
      end
    end
  end,

  moves = function(s, seat, o)
    local captures = jumps(s.board, seat)
    if #captures > 0 and o.forced then return captures end
    local list = steps(s.board, seat)
    return table.move(captures, 1, #captures, #list + 1, list)
  end,

  play = function(s, move, seat, o)
    local board, cells = s.board, path(s.board, move)
    local value, last = board[cells[1]], cells[#cells]
    s.quiet = o.quiet > 0 and move < JUMP and value > 2 and s.quiet + 1 or 0
    if move >= JUMP then
      for i = 2, #cells do board[(cells[i - 1] + cells[i]) // 2] = 0 end
    end
    board[cells[1]] = 0
    local crowned = value <= 2 and board:row(last) == (seat == 1 and o.size or 1)
    board[last] = crowned and seat + 2 or value
  end,

  outcome = function(s, mover, o)
    local board, other = s.board, 3 - mover
    if #steps(board, other) == 0 and #jumps(board, other) == 0 then
      return o.giveaway and other or mover
    end
    return o.quiet > 0 and s.quiet >= o.quiet and "draw" or nil
  end,

  -- A king counts as one and a half men, and a man counts a little more with each row.
  evaluate = function(s, seat, o)
    local board = s.board
    local lead = board:count(1) - board:count(2) + 1.5 * (board:count(3) - board:count(4))
    for _, cell in ipairs(board:cells(1)) do lead = lead + 0.03 * board:row(cell) end
    for _, cell in ipairs(board:cells(2)) do lead = lead - 0.03 * (o.size + 1 - board:row(cell)) end
    if o.giveaway then lead = -lead end
    return 1 / (1 + math.exp(seat == 1 and -lead or lead))
  end,

  text = function(s, move)
    local board, names = s.board, path(s.board, move)
    for i, cell in ipairs(names) do names[i] = board:name(cell) end
    return table.concat(names, move < JUMP and "-" or "x")
  end,

  draw = function(s) return s.board:draw() end,

  scene = function(s, o)
    local board, dark = s.board, {}
    for cell = 1, #board do
      if (board:column(cell) + board:row(cell)) % 2 == 0 then dark[#dark + 1] = board:name(cell) end
    end
    local notes = {}
    if s.quiet > 0 then
      notes[1] = ("%d of %d plies without a jump or a step of a man"):format(s.quiet, o.quiet)
    end
    return { board = board, shaded = dark, notes = notes,
      values = { { seat = 1, size = 2 }, { seat = 2, size = 2 }, { seat = 1, label = "K" },
        { seat = 2, label = "K" } } }
  end,
}

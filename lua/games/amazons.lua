-- The Game of the Amazons: move like a queen, shoot an arrow, and be the last who can move.

local lab = require "boardlab"

local FROM = 1024 -- a move of an amazon is from * FROM + to; that of an arrow is its cell

-- The values of the board are the seats of the amazons, ARROW, and SHOOTER + seat: the amazon that
-- has just moved and must shoot.
local ARROW, SHOOTER = 3, 3

local NEXT = {}
for dx = -1, 1 do
  for dy = -1, 1 do
    if dx ~= 0 or dy ~= 0 then NEXT[#NEXT + 1] = { dx, dy, "empty" } end
  end
end

-- Adds `base` and each cell that a queen on this cell could reach.
local function add_reach(list, board, cell, base)
  for _, way in ipairs(NEXT) do
    local dx, dy = way[1], way[2]
    local to = board:step(cell, dx, dy)
    while to and board[to] == 0 do
      list[#list + 1] = base + to
      to = board:step(to, dx, dy)
    end
  end
end

-- All moves of the amazons of a seat.
local function moves_of(board, seat)
  local list = {}
  for _, from in ipairs(board:cells(seat)) do add_reach(list, board, from, from * FROM) end
  return list
end

return lab.rules {
  name = "amazons",
  title = "Amazons (Walter Zamkauskas)",
  summary = "move like a queen, shoot an arrow; who cannot move loses",
  about = "A turn has two parts. First you move one of your four amazons as a queen moves in\n"
    .. "chess: any number of free cells in a straight line, in one of eight directions. Then\n"
    .. "this amazon shoots an arrow, which flies in the same way and stays where it lands for\n"
    .. "the rest of the game. Neither amazons nor arrows may enter or cross a cell with an\n"
    .. "amazon or an arrow. Whoever cannot move an amazon loses.\n"
    .. "Moves: from and to, as in d1-d7; then the cell of the arrow, as in g7.",
  options = {
    columns = { default = 10, min = 4, max = 20, help = "columns" },
    rows = { default = 10, min = 3, max = 20, help = "rows" },
  },
  example = "d1-d7 g7 g10-g8 c4",

  state = function(o)
    return { board = lab.grid { columns = o.columns, rows = o.rows, symmetries = "all",
      marks = ".XO#xo" } }
  end,

  -- Two amazons in the first row, two in the first and the last column, each a third of the way.
  start = function(s, _, o)
    local board, x, y = s.board, (o.columns + 2) // 3, (o.rows + 2) // 3
    for _, at in ipairs { { 1, y }, { x, 1 }, { o.columns + 1 - x, 1 }, { o.columns, y } } do
      local cell = board:cell(at[1], at[2])
      board[cell], board[board:image(cell, "up-down")] = 1, 2
    end
  end,

  moves = function(s, seat)
    local board = s.board
    local shooter = board:cells(SHOOTER + seat)[1]
    if not shooter then return moves_of(board, seat) end
    local list = {}
    add_reach(list, board, shooter, 0)
    return list
  end,

  play = function(s, move, seat)
    local board = s.board
    if move > FROM then
      board[move // FROM], board[move % FROM] = 0, SHOOTER + seat
      return seat
    end
    board[move], board[board:cells(SHOOTER + seat)[1]] = ARROW, seat
  end,

  outcome = function(_, mover, _, move) return move == lab.pass and 3 - mover or nil end,

  -- Whose amazons have more free neighbours leads.
  evaluate = function(s, seat)
    local board, count = s.board, {}
    for each = 1, 2 do
      count[each] = 1 + #board:steps(each, NEXT) + #board:steps(SHOOTER + each, NEXT)
    end
    return count[seat] / (count[1] + count[2])
  end,

  text = function(s, move)
    local board = s.board
    if move < FROM then return board:name(move) end
    return board:name(move // FROM) .. "-" .. board:name(move % FROM)
  end,

  draw = function(s) return s.board:draw() end,

  scene = function(s)
    local board = s.board
    local shooter = board:cells(SHOOTER + 1)[1] or board:cells(SHOOTER + 2)[1]
    return { board = board, highlights = { shooter and board:name(shooter) },
      notes = { shooter and "highlighted: the amazon that must shoot" },
      values = { { seat = 1 }, { seat = 2 }, { size = 1, shape = "square" }, { seat = 1 },
        { seat = 2 } } }
  end,
}

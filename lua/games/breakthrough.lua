-- Breakthrough: be the first to bring a pawn to the other side.

local lab = require "boardlab"

local FROM = 1024 -- a move is from * FROM + to

-- The steps of each seat's pawns: straight ahead only to an empty cell.
local STEPS = {
  { { -1, 1 }, { 0, 1, "empty" }, { 1, 1 } },
  { { -1, -1 }, { 0, -1, "empty" }, { 1, -1 } },
}

local LAST_ROW = { "top", "bottom" } -- of each seat

return lab.rules {
  name = "breakthrough",
  title = "Breakthrough (Dan Troyka)",
  summary = "be the first to bring a pawn to the other side",
  about = "A turn moves a pawn one cell forward, straight or diagonally, to an empty cell.\n"
    .. "A diagonal step may also capture a pawn of the opponent. The first player with a pawn in\n"
    .. "the last row wins, and so does one who captures all pawns of the opponent.\n"
    .. "Moves: from and to, as in b2-b3, with an x if a pawn is captured, b2xc3.",
  options = {
    columns = { default = 8, min = 2, max = 26, help = "columns" },
    rows = { default = 8, min = 4, max = 26, help = "rows; each player has two rows of pawns" },
  },
  example = "b2-b3 g7-f6",

  state = function(o)
    return { board = lab.grid { columns = o.columns, rows = o.rows, symmetries = "left-right",
      marks = ".XO" } }
  end,

  start = function(s, _, o)
    local board = s.board
    for i = 1, 2 * o.columns do board[i], board[#board + 1 - i] = 1, 2 end
  end,

  moves = function(s, seat) return s.board:steps(seat, STEPS[seat]) end,

  play = function(s, move) s.board:move(move) end,

  outcome = function(s, mover) return s.board:reach_outcome(mover, LAST_ROW[mover]) end,

  -- A pawn counts more the further it has come.
  evaluate = function(s, seat, o)
    local board, lead = s.board, 0
    for _, cell in ipairs(board:cells(1)) do
      lead = lead + 1 + (board:row(cell) / o.rows) ^ 3
    end
    for _, cell in ipairs(board:cells(2)) do
      lead = lead - 1 - ((o.rows + 1 - board:row(cell)) / o.rows) ^ 3
    end
    return 1 / (1 + math.exp(seat == 1 and -lead or lead))
  end,

  text = function(s, move)
    local board, from, to = s.board, move // FROM, move % FROM
    return board:name(from) .. (board[to] == 0 and "-" or "x") .. board:name(to)
  end,

  -- A pawn in the last row has won.
  scene = function(s)
    local board, won = s.board, {}
    for seat, step in ipairs { #board, 1 } do
      local last = board:row(step)
      for _, cell in ipairs(board:cells(seat)) do
        if board:row(cell) == last then won[#won + 1] = board:name(cell) end
      end
    end
    return { board = board, highlights = won,
      notes = { #won > 0 and "highlighted: a pawn in the last row" or nil },
      edges = { { side = "top", seat = 1 }, { side = "bottom", seat = 2 } } }
  end,
}

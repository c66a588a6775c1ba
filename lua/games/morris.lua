-- Nine Men's Morris: three in a line take a piece of the opponent.

local lab = require "boardlab"

-- A move is (from * 32 + to) * 32 + taken, each a point or 0.
local SHIFT = 32

-- The outer and the inner square change places.
local INSIDE_OUT = {
  a1 = "c3", d1 = "d3", g1 = "e3", a4 = "c4", g4 = "e4", a7 = "c5", d7 = "d5", g7 = "e5",
  c3 = "a1", d3 = "d1", e3 = "g1", c4 = "a4", e4 = "g4", c5 = "a7", d5 = "d7", e5 = "g7",
}

-- Returns the pieces of a seat that may be taken: those in no mill or, if there are none, all.
local function exposed(board, seat)
  local pieces, list = board:cells(seat), {}
  for _, cell in ipairs(pieces) do
    if not board:line(cell, 3) then list[#list + 1] = cell end
  end
  return #list > 0 and list or pieces
end

-- Adds the ways to put a piece on an empty point: one or, if it closes a mill, one for each
-- piece that may be taken. `from`, if not 0, has been left.
local function add(list, board, seat, from, to, targets)
  board[to] = seat
  local move = (from * SHIFT + to) * SHIFT
  if board:line(to, 3) then
    for _, cell in ipairs(targets) do list[#list + 1] = move + cell end
  else
    list[#list + 1] = move
  end
  board[to] = 0
end

-- Returns from, to and taken of a move, with 0 for none.
local function parts(move)
  return move // SHIFT // SHIFT, move // SHIFT % SHIFT, move % SHIFT
end

return lab.rules {
  name = "morris",
  title = "Nine Men's Morris",
  summary = "three in a line take a piece of the opponent; who has two left loses",
  about = "First the players put their pieces on free points, one in each turn. When all are on\n"
    .. "the board, a turn moves a piece along a line to the next point, if that is free. A player\n"
    .. "with three pieces left may move them to any free point. Whoever gets three pieces in a\n"
    .. "row on a line, a mill, takes a piece of the opponent: one that is in no mill, if there is\n"
    .. "such a piece. A player who has two pieces left, or cannot move, loses. After a number of\n"
    .. "turns in which nothing is put or taken, the game is a draw.\n"
    .. "Moves: a point, as in d2, or from and to, as in d2-d3; xa7 after it takes the piece on a7.",
  options = {
    pieces = { default = 9, min = 3, max = 12, help = "pieces of each player" },
    flying = { default = true, help = "three pieces may move to any free point" },
    quiet = { default = 100, min = 1, max = 1000,
      help = "plies without putting or taking a piece that make a draw" },
  },
  example = "d2 d6 f4",

  state = {
    board = lab.grid { shape = "morris", size = 3, marks = ".XO",
      symmetries = { "all", INSIDE_OUT } },
    hand = { 2 },
    quiet = 1,
  },

  start = function(s, _, o) s.hand[1], s.hand[2], s.quiet = o.pieces, o.pieces, 0 end,

  moves = function(s, seat, o)
    local board, list = s:copy().board, {} -- a copy to try moves out
    local targets = exposed(board, 3 - seat)
    if s.hand[seat] > 0 then
      for _, to in ipairs(board:empty()) do add(list, board, seat, 0, to, targets) end
      return list
    end
    local pieces = board:cells(seat)
    local flies = o.flying and #pieces == 3
    for _, from in ipairs(pieces) do
      board[from] = 0
      for _, to in ipairs(flies and board:empty() or board:neighbours(from)) do
        if board[to] == 0 and to ~= from then add(list, board, seat, from, to, targets) end
      end
      board[from] = seat
    end
    return list
  end,

  play = function(s, move, seat)
    local from, to, taken = parts(move)
    s.board[to] = seat
    if from > 0 then s.board[from] = 0 else s.hand[seat] = s.hand[seat] - 1 end
    if taken > 0 then s.board[taken] = 0 end
    s.quiet = from > 0 and taken == 0 and s.quiet + 1 or 0
  end,

  outcome = function(s, mover, o)
    local board, other = s.board, 3 - mover
    if s.hand[other] == 0 then
      local left = board:count(other)
      local flies = o.flying and left == 3
      if left < 3 or not flies and #board:steps(other) == 0 then return mover end
    end
    return s.quiet >= o.quiet and "draw" or nil
  end,

  -- Pieces decide; then how freely they move.
  evaluate = function(s, seat)
    local board, hand = s.board, s.hand
    local lead = board:count(1) + hand[1] - board:count(2) - hand[2]
      + 0.1 * (#board:steps(1) - #board:steps(2))
    return 1 / (1 + math.exp((seat == 1 and -lead or lead) * 0.7))
  end,

  text = function(s, move)
    local board, from, to, taken = s.board, parts(move)
    return (from > 0 and board:name(from) .. "-" or "") .. board:name(to)
      .. (taken > 0 and "x" .. board:name(taken) or "")
  end,

  -- `at` is the piece that is taken.
  describe = function(s, move)
    local board, from, to, taken = s.board, parts(move)
    return { kind = taken > 0 and "mill" or from > 0 and "move" or "put", to = board:name(to),
      from = from > 0 and board:name(from) or nil, at = taken > 0 and board:name(taken) or nil }
  end,

  draw = function(s)
    return ("%s\nin hand: X %d, O %d"):format(s.board:draw(), s.hand[1], s.hand[2])
  end,

  scene = function(s)
    local hands = {}
    for seat = 1, 2 do
      if s.hand[seat] > 0 then
        hands[#hands + 1] = { seat = seat, count = s.hand[seat], size = 2 }
      end
    end
    return { board = s.board, values = { { seat = 1 }, { seat = 2 } }, hands = hands }
  end,
}

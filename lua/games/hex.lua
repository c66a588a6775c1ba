-- Hex: connect your two edges on a board of hexagons.

local lab = require "boardlab"

local SWAP = 0 -- the moves are the cells, from 1, and this

-- The edges that each seat connects: the first row and the last, the first column and the last.
local FROM, TO = { "bottom", "left" }, { "top", "right" }
local GOALS = "X connects top and bottom, O left and right"

-- Returns the names of the stones that connect the edges of a seat: a shortest chain, or none.
local function chain(board, seat, size)
  local come, queue = {}, {}
  for i = 1, size do
    local cell = seat == 1 and board:cell(i, 1) or board:cell(1, i)
    if board[cell] == seat then come[cell], queue[#queue + 1] = 0, cell end
  end
  local at, last = 1, nil
  while queue[at] and not last do
    local cell = queue[at]
    if (seat == 1 and board:row(cell) or board:column(cell)) == size then last = cell end
    for _, beside in ipairs(board:neighbours(cell)) do
      if board[beside] == seat and not come[beside] then
        come[beside], queue[#queue + 1] = cell, beside
      end
    end
    at = at + 1
  end
  local names = {}
  while last and last ~= 0 do
    names[#names + 1], last = board:name(last), come[last]
  end
  return names
end

return lab.rules {
  name = "hex",
  title = "Hex (Piet Hein, John Nash)",
  summary = "connect your two edges on a board of hexagons",
  about = "A turn puts a stone on a free cell. Seat 1 wins by connecting the first row to the\n"
    .. "last one, seat 2 by connecting column a to the last one. One of them always does.\n"
    .. "Swap: instead of its first move, seat 2 may take over the first stone, which changes\n"
    .. "its colour and goes to the cell with row and column exchanged (b3 becomes c2).\n"
    .. "Moves: a cell, as in b3, or swap.",
  options = {
    size = { default = 11, min = 2, max = 19, help = "cells along each edge" },
    swap = { default = true, help = "seat 2 may take over the first stone" },
  },
  example = "b3 swap f6",

  state = function(o)
    return { board = lab.grid { columns = o.size, rows = o.size, hex = true, symmetries = "turn",
      marks = ".XO", down = true } }
  end,

  moves = function(s, seat, o) return s.board:placements(seat, o.swap) end,
  play = function(s, move, seat) s.board:place(move, seat, "diagonal") end,
  outcome = function(s, mover) return s.board:connect_outcome(mover, FROM[mover], TO[mover]) end,

  -- Who needs fewer stones to connect is ahead; the turn is half a stone.
  evaluate = function(s, seat)
    local board, other = s.board, 3 - seat
    local lead = board:missing(other, FROM[other], TO[other])
      - board:missing(seat, FROM[seat], TO[seat]) + 0.5
    return 1 / (1 + math.exp(-lead))
  end,

  text = function(s, move) return move == SWAP and "swap" or s.board:name(move) end,

  draw = function(s) return s.board:draw() .. "\n" .. GOALS end,

  -- Whoever has won has a chain of stones, which is highlighted.
  scene = function(s, o)
    local won = chain(s.board, 1, o.size)
    if #won == 0 then won = chain(s.board, 2, o.size) end
    return {
      board = s.board,
      highlights = won,
      edges = { { side = "top", seat = 1 }, { side = "bottom", seat = 1 },
        { side = "left", seat = 2 }, { side = "right", seat = 2 } },
      notes = { "seat 1: connects top and bottom", "seat 2: connects left and right",
        #won > 0 and "highlighted: a chain from edge to edge" or nil },
    }
  end,
}

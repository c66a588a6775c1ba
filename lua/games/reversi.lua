-- Reversi, also known as Othello: enclose the opponent's discs to turn them over.

local lab = require "boardlab"

local list = {} -- refilled each time, which is faster than a new table

return lab.rules {
  name = "reversi",
  title = "Reversi (Lewis Waterman, John Mollett)",
  summary = "enclose discs to turn them over; most discs win",
  about = "A turn puts a disc on a free cell so that it encloses a row of the opponent's discs\n"
    .. "between itself and another disc of yours, in any of eight directions; all discs that it\n"
    .. "encloses are turned over. A player who cannot do so passes. When neither can, the player\n"
    .. "with more discs wins. Seat 1 has the black discs (X).\n"
    .. "Moves: a cell, as in d3.",
  options = { size = { default = 8, min = 4, max = 26, step = 2, help = "rows and columns" } },
  example = "d3 c5",

  state = function(o)
    return { board = lab.grid { columns = o.size, rows = o.size, symmetries = "all",
      marks = ".XO", down = true } }
  end,

  start = function(s, _, o)
    local board, low = s.board, o.size // 2
    local high = low + 1
    board[board:cell(low, low)], board[board:cell(high, high)] = 2, 2
    board[board:cell(low, high)], board[board:cell(high, low)] = 1, 1
  end,

  moves = function(s, seat) return s.board:flippable(seat) end,

  play = function(s, move, seat)
    s.board:flip(move, seat)
    s.board[move] = seat
  end,

  outcome = function(s, mover)
    local board = s.board
    if board:can_flip(3 - mover) or board:can_flip(mover) then return nil end
    local black, white = board:count(1), board:count(2)
    return black > white and 1 or black < white and 2 or "draw"
  end,

  -- Corners cannot be turned over, and a player with few moves has to give them away. Discs
  -- count only at the end.
  evaluate = function(s, seat, o)
    local board, other = s.board, 3 - seat
    local lead = (#board:flippable(seat, list) - #board:flippable(other, list)) / 4
    local size, last_row = o.size, o.size * (o.size - 1)
    for row = 0, last_row, last_row do
      for corner = row + 1, row + size, size - 1 do
        local owner = board[corner]
        lead = lead + (owner == seat and 1 or owner == other and -1 or 0)
      end
    end
    if board:count(0) <= 8 then lead = lead + (board:count(seat) - board:count(other)) / 4 end
    return 1 / (1 + math.exp(-lead))
  end,

  text = function(s, move) return s.board:name(move) end,
  scene = function(s)
    local board, notes = s.board, {}
    for seat = 1, 2 do notes[seat] = ("seat %d: %d discs"):format(seat, board:count(seat)) end
    return { board = board, notes = notes }
  end,
}

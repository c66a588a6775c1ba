-- Connect Four: discs fall to the lowest free cell of a column; four in a row win.

local lab = require "boardlab"

return lab.rules {
  name = "connect_four",
  title = "Connect Four",
  summary = "discs fall into columns; four in a row win",
  about = "A turn drops a disc into a column that is not full; it falls to the lowest free cell.\n"
    .. "The first player with four in a row in any direction wins. A full board is a draw.\n"
    .. "Moves: a column, as in d.",
  options = {
    columns = { default = 7, min = 1, max = 26, help = "columns" },
    rows = { default = 6, min = 1, max = 26, help = "rows" },
    connect = { default = 4, min = 1, max = 26, help = "discs in a row that win" },
  },
  example = "d d e",
  state = function(o)
    return { board = lab.grid { columns = o.columns, rows = o.rows, symmetries = "left-right",
      marks = ".XO" } }
  end,

  moves = function(s) return s.board:open_columns() end,
  play = function(s, column, seat) s.board:drop(column, seat) end,

  outcome = function(s, mover, o) return s.board:line_outcome(mover, o.connect) end,

  -- A line that only one player can still complete scores four times as much for each disc.
  evaluate = function(s, _, o)
    local board, connect = s.board, o.connect
    local first = 1 + board:line_score(1, connect, 4)
    local second = 1 + board:line_score(2, connect, 4)
    return { first / (first + second), second / (first + second) }
  end,

  text = function(_, column) return string.char(96 + column) end,
  -- Whoever has won has discs in a row, which are highlighted.
  scene = function(s, o)
    local row = {}
    for cell, value in ipairs(s.board) do
      if value > 0 and s.board:line(cell, o.connect) then row[#row + 1] = s.board:name(cell) end
    end
    return {
      board = s.board,
      highlights = row,
      notes = { #row > 0 and ("highlighted: %d in a row"):format(o.connect) or nil },
    }
  end,
}

-- A complete game.
--
--   boardlab check @FILE@                     test it with random games
--   boardlab serve @FILE@                     play it, and try changes, in the browser
--   boardlab show @FILE@ --play "b2 a1" --moves
--   boardlab show @FILE@:size=5
--
-- In this one, players take turns placing a stone on an empty cell; three in a row win.

local lab = require "boardlab"

return lab.rules {
  name = "@NAME@",
  summary = "three in a row win",
  about = "Players take turns placing a stone on an empty cell. Three in a row win.\n"
    .. "A full board is a draw. Moves: a cell, as in b2.",
  players = 2,
  options = {
    size = { default = 4, min = 3, max = 10, help = "columns and rows" },
  },
  example = "b2 a1",

  -- The fields of a position, all integers that are 0 at first. lab.grid declares a board:
  -- s.board[cell], and methods that find lines, groups, connections and more. A count of 1
  -- declares a number, as in { passes = 1 }, and a larger count an array. If zeros are not
  -- enough, a function start(s, rng, options) sets up the first position.
  state = function(options)
    return { board = lab.grid { columns = options.size, rows = options.size, symmetries = "all",
      marks = ".XO" } } -- the characters that draw the values 0, 1 and 2
  end,

  -- Returns the legal moves, a list of integers: here the empty cells.
  moves = function(s, seat, options)
    return s.board:empty()
  end,

  -- Plays a move. The turn then passes to the next seat.
  play = function(s, move, seat, options)
    s.board[move] = seat
  end,

  -- Returns nil while the game is in progress; "draw", the winner or a list of winners
  -- when it is over.
  outcome = function(s, mover, options)
    if s.board:has_line(mover, 3) then return mover end
    if s.board:full() then return "draw" end
  end,

  -- Returns the notation of a move. Default: its number.
  text = function(s, move)
    return s.board:name(move)
  end,

  -- Returns a drawing of the position. Default: its fields.
  draw = function(s, options)
    return s.board:draw()
  end,

  -- Returns the picture for the browser, colour terminals and reports, as data. Here the three in a
  -- row that have won are highlighted.
  scene = function(s, options)
    local row = {}
    for cell, seat in ipairs(s.board) do
      if seat > 0 and s.board:line(cell, 3) then row[#row + 1] = s.board:name(cell) end
    end
    return {
      board = s.board,
      highlights = row,
      notes = { #row > 0 and "highlighted: three in a row" or nil },
    }
  end,
}

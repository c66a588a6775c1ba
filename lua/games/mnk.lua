-- The m,n,k-game: k in a row on a board of m columns and n rows, for any number of players.
-- 3,3,3 is tic-tac-toe; 15,15,5 is gomoku.

local lab = require "boardlab"

return lab.rules {
  name = "mnk",
  title = "m,n,k",
  summary = "k in a row on any board, for any number of players",
  about = "A turn claims a free cell. The first player with k in a row in any direction wins.\n"
    .. "A full board is a draw.\n"
    .. "Moves: a cell, as in b2.",
  options = {
    m = { default = 3, min = 1, max = 26, help = "columns" },
    n = { default = 3, min = 1, max = 26, help = "rows" },
    k = { default = 3, min = 1, max = 26, help = "cells in a row that win" },
    players = { default = 2, min = 1, max = 8, help = "players" },
  },
  example = "b2 a1 c1",
  state = function(o)
    return { board = lab.grid { columns = o.m, rows = o.n, symmetries = "all",
      marks = ".XOABCDEF" } }
  end,

  moves = function(s) return s.board:empty() end,
  play = function(s, move, seat) s.board[move] = seat end,

  outcome = function(s, mover, o) return s.board:line_outcome(mover, o.k) end,

  -- A line that only one player can still complete scores four times as much for each further
  -- cell of it.
  evaluate = function(s, _, o)
    local chances, sum = {}, 0
    for seat = 1, o.players do
      chances[seat] = 1 + s.board:line_score(seat, o.k, 4)
      sum = sum + chances[seat]
    end
    for seat = 1, o.players do chances[seat] = chances[seat] / sum end
    return chances
  end,

  text = function(s, move) return s.board:name(move) end,
  -- Whoever has won has cells in a row, which are highlighted.
  scene = function(s, o)
    local row = {}
    for cell, value in ipairs(s.board) do
      if value > 0 and s.board:line(cell, o.k) then row[#row + 1] = s.board:name(cell) end
    end
    return {
      board = s.board,
      highlights = row,
      notes = { #row > 0 and ("highlighted: %d in a row"):format(o.k) or nil },
    }
  end,
}

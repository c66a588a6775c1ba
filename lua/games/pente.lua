-- Pente: five in a row, or ten stones captured in pairs.

local lab = require "boardlab"

-- Removes the stones of the opponent, two in a row or up to `most`, that a stone on this cell
-- encloses together with another stone of its seat. Returns their number.
local function capture(board, cell, seat, most)
  local taken = 0
  for dx = -1, 1 do
    for dy = -1, 1 do
      local length, at = 0, board:step(cell, dx, dy)
      while at and board[at] == 3 - seat do
        length, at = length + 1, board:step(at, dx, dy)
      end
      if at and board[at] == seat and length >= 2 and length <= most then
        taken = taken + length
        for i = 1, length do board[board:step(cell, i * dx, i * dy)] = 0 end
      end
    end
  end
  return taken
end

return lab.rules {
  name = "pente",
  title = "Pente (Gary Gabrel)",
  summary = "five in a row or ten captured stones win",
  about = "A turn puts a stone on a free cell. If two stones of the opponent now lie in a row\n"
    .. "between the new stone and another one of yours, in any of eight directions, you\n"
    .. "capture them: they leave the board. A stone may be put safely where it completes such\n"
    .. "a row itself. The first player with five or more in a row, or with ten captured\n"
    .. "stones, wins. A full board is a draw.\n"
    .. "Moves: a cell, as in j10.",
  options = {
    size = { default = 19, min = 3, max = 26, help = "columns and rows" },
    line = { default = 5, min = 3, max = 26, help = "stones in a row that win" },
    stones = { default = 10, min = 2, max = 100, help = "captured stones that win" },
    triples = { default = false,
      help = "three in a row are captured as well (Keryo-Pente, with stones=15)" },
  },
  example = "j10 k10 l12 l10 m10",

  state = function(o)
    return { taken = { 2, kind = "counter" }, board = lab.grid { columns = o.size, rows = o.size,
      symmetries = "all", marks = ".XO" } }
  end,

  moves = function(s) return s.board:empty() end,

  play = function(s, move, seat, o)
    s.board[move] = seat
    s.taken[seat] = s.taken[seat] + capture(s.board, move, seat, o.triples and 3 or 2)
  end,

  outcome = function(s, mover, o)
    return s.taken[mover] >= o.stones and mover or s.board:line_outcome(mover, o.line)
  end,

  -- A line that only one player can still complete counts four times as much for each further
  -- stone in it, and so does each further pair that is captured.
  evaluate = function(s, seat, o)
    local value = {}
    for each = 1, 2 do
      value[each] = 1 + s.board:line_score(each, o.line, 4)
        + 4 ^ (s.taken[each] * o.line / o.stones)
    end
    return value[seat] / (value[1] + value[2])
  end,

  text = function(s, move) return s.board:name(move) end,
  draw = function(s) return ("%s\ntaken: %d %d"):format(s.board:draw(), s.taken[1], s.taken[2]) end,

  scene = function(s, o)
    local board, row = s.board, {}
    for cell, value in ipairs(board) do
      if value > 0 and board:line(cell, o.line) then row[#row + 1] = board:name(cell) end
    end
    return { board = board, values = { { seat = 1 }, { seat = 2 } }, highlights = row,
      notes = { #row > 0 and ("highlighted: %d in a row"):format(o.line) or nil } }
  end,
}

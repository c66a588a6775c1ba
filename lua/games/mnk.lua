-- The m,n,k game: k in a row on a board of m columns and n rows, for any number
-- of players. 3,3,3 is tic-tac-toe; 15,15,5 is gomoku.

local lab = require "boardlab"

local DIRECTIONS = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } }
local MARKS = ".XOABCDEF"

return lab.rules {
  name = "mnk",
  title = "m,n,k",
  summary = "k in a row on any board, for any number of players",
  about = "A turn claims a free cell. Who first has k in a row, in any direction, wins.\n"
    .. "A full board is a draw. Moves: a cell, as in b2.",
  options = {
    m = { default = 3, min = 1, max = 26, help = "columns" },
    n = { default = 3, min = 1, max = 26, help = "rows" },
    k = { default = 3, min = 1, max = 26, help = "how many in a row win" },
    players = { default = 2, min = 1, max = 8, help = "players" },
  },
  example = "b2 a1 c1",
  state = function(o) return { board = { o.m * o.n }, last = 1, free = 1 } end,

  start = function(s) s.free = #s.board end,

  moves = function(s)
    local board, list = s.board, {}
    for i = 1, #board do
      if board[i] == 0 then list[#list + 1] = i end
    end
    return list
  end,

  play = function(s, move, seat)
    s.board[move], s.last, s.free = seat, move, s.free - 1
  end,

  -- Only a line through the cell claimed last can be new.
  outcome = function(s, seat, o)
    local board, column, row = s.board, (s.last - 1) % o.m, (s.last - 1) // o.m
    local function count(dx, dy)
      local n, x, y = 0, column + dx, row + dy
      while x >= 0 and x < o.m and y >= 0 and y < o.n and board[y * o.m + x + 1] == seat do
        n, x, y = n + 1, x + dx, y + dy
      end
      return n
    end
    for _, d in ipairs(DIRECTIONS) do
      if 1 + count(d[1], d[2]) + count(-d[1], -d[2]) >= o.k then return seat end
    end
    return s.free == 0 and "draw" or nil
  end,

  text = function(_, move, o)
    return string.char(97 + (move - 1) % o.m) .. (move - 1) // o.m + 1
  end,

  draw = function(s, o)
    local lines = {}
    for row = o.n, 1, -1 do
      local line = ("%2d "):format(row)
      for i = (row - 1) * o.m + 1, row * o.m do
        line = line .. " " .. MARKS:sub(s.board[i] + 1, s.board[i] + 1)
      end
      lines[#lines + 1] = line
    end
    local letters = "    "
    for i = 1, o.m do letters = letters .. string.char(96 + i) .. " " end
    lines[#lines + 1] = letters
    return table.concat(lines, "\n")
  end,
}

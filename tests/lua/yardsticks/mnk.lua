-- The m,n,k-game in plain Lua, without the grid library: the same moves in the same order as
-- games/mnk.lua. Tests compare the two.

local lab = require "boardlab"

local DIRECTIONS = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } }

-- Returns whether k cells of a seat in a row start at a cell.
local function starts_line(board, from, seat, o)
  local column, row = (from - 1) % o.m, (from - 1) // o.m
  for _, d in ipairs(DIRECTIONS) do
    local n, x, y = 1, column + d[1], row + d[2]
    while n < o.k and x < o.m and y >= 0 and y < o.n and board[y * o.m + x + 1] == seat do
      n, x, y = n + 1, x + d[1], y + d[2]
    end
    if n == o.k then return true end
  end
  return false
end

-- Returns the only seat with cells on the line of k cells that starts at a cell (0 if the
-- line is empty) and the number of its cells; nil if the line is contested or leaves the board.
local function owner_of(board, from, d, o)
  local column, row = (from - 1) % o.m, (from - 1) // o.m
  local last_column, last_row = column + (o.k - 1) * d[1], row + (o.k - 1) * d[2]
  if last_column >= o.m or last_row < 0 or last_row >= o.n then return nil end
  local seat, cells = 0, 0
  for i = 0, o.k - 1 do
    local held = board[(row + i * d[2]) * o.m + column + i * d[1] + 1]
    if held ~= 0 and seat ~= 0 and held ~= seat then return nil end
    if held ~= 0 then seat, cells = held, cells + 1 end
  end
  return seat, cells
end

return lab.rules {
  name = "mnk",
  summary = "m,n,k in plain Lua, to compare games/mnk.lua with",
  options = {
    m = { default = 3, min = 1, max = 26, help = "columns" },
    n = { default = 3, min = 1, max = 26, help = "rows" },
    k = { default = 3, min = 1, max = 26, help = "cells in a row that win" },
    players = { default = 2, min = 1, max = 8, help = "players" },
  },
  example = "b2 a1 c1",
  state = function(o) return { board = { o.m * o.n } } end,

  moves = function(s)
    local board, list = s.board, {}
    for i = 1, #board do
      if board[i] == 0 then list[#list + 1] = i end
    end
    return list
  end,

  play = function(s, move, seat) s.board[move] = seat end,

  outcome = function(s, seat, o)
    local board, full = s.board, true
    for i = 1, #board do
      if board[i] == 0 then
        full = false
      elseif board[i] == seat and starts_line(board, i, seat, o) then
        return seat
      end
    end
    return full and "draw" or nil
  end,

  -- An uncontested line scores four times as much for each further cell.
  evaluate = function(s, _, o)
    local chances, sum = {}, o.players
    for seat = 1, o.players do chances[seat] = 1 end
    for from = 1, #s.board do
      for _, d in ipairs(DIRECTIONS) do
        local seat, cells = owner_of(s.board, from, d, o)
        if seat and cells > 0 then
          chances[seat] = chances[seat] + 4 ^ cells
          sum = sum + 4 ^ cells
        end
      end
    end
    for seat = 1, o.players do chances[seat] = chances[seat] / sum end
    return chances
  end,

  text = function(_, move, o)
    return string.char(97 + (move - 1) % o.m) .. (move - 1) // o.m + 1
  end,
}

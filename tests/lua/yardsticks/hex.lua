-- Hex in plain Lua, without the grid library: the same moves in the same order as
-- games/hex.lua. Tests compare the two.

local lab = require "boardlab"

local SWAP = 0 -- the moves are the cells, from 1, and this
local DX, DY = { -1, 1, 0, 0, -1, 1 }, { 0, 0, -1, 1, 1, -1 } -- to the neighbours of a cell

-- Returns whether stones of a seat connect its edges: the first and the last row for seat 1,
-- the first and the last column for seat 2.
local function connected(board, seat, size)
  local seen, stack, top = {}, {}, 0
  for i = 1, size do
    local cell = seat == 1 and i or (i - 1) * size + 1
    if board[cell] == seat then
      top, seen[cell] = top + 1, true
      stack[top] = cell
    end
  end
  while top > 0 do
    local cell = stack[top]
    local column, row = (cell - 1) % size + 1, (cell - 1) // size + 1
    if (seat == 1 and row or column) == size then return true end
    top = top - 1
    for i = 1, 6 do
      local x, y = column + DX[i], row + DY[i]
      local next = (y - 1) * size + x
      if x > 0 and x <= size and y > 0 and board[next] == seat and not seen[next] then
        top, seen[next] = top + 1, true
        stack[top] = next
      end
    end
  end
  return false
end

return lab.rules {
  name = "hex",
  summary = "Hex in plain Lua, to compare games/hex.lua with",
  options = {
    size = { default = 11, min = 2, max = 19, help = "cells along each edge" },
    swap = { default = true, help = "seat 2 may take over the first stone" },
  },
  state = function(o) return { board = { o.size * o.size } } end,

  moves = function(s, seat, o)
    local board, list = s.board, {}
    for cell = 1, #board do
      if board[cell] == 0 then list[#list + 1] = cell end
    end
    if o.swap and seat == 2 and #list == #board - 1 then list[#list + 1] = SWAP end
    return list
  end,

  play = function(s, move, seat, o)
    local board = s.board
    if move ~= SWAP then
      board[move] = seat
      return
    end
    for cell = 1, #board do
      if board[cell] == 1 then
        board[cell] = 0
        board[(cell - 1) % o.size * o.size + (cell - 1) // o.size + 1] = 2
        return
      end
    end
  end,

  outcome = function(s, mover, o)
    return connected(s.board, mover, o.size) and mover or nil
  end,

  text = function(_, move, o)
    if move == SWAP then return "swap" end
    return string.char(97 + (move - 1) % o.size) .. (move - 1) // o.size + 1
  end,
}

-- Grids in the positions of Lua games: their declaration, cells and methods, from rules, bots
-- and scripts. core/grid has its own test, which compares the algorithms with slow ones.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local test, eq, has, raises = check.test, check.eq, check.has, check.raises

-- A file that lets scripts do anything with a grid of this shape.
local function file_with(shape)
  return check.file(([[
local lab = require "boardlab"
return lab.rules {
  state = { board = lab.grid { %s }, last = 1 },
  moves = function(s) return s.board:empty() end,
  play = function(s, move, seat) s.board[move] = seat end,
}]]):format(shape))
end

local function board_of(shape, cells)
  local s = lab.game(file_with(shape)):start()
  for cell, value in pairs(cells or {}) do s.board[s.board:cell(cell)] = value end
  return s.board, s
end

-- Returns the names of a list of cells.
local function names(b, list)
  local result = {}
  for i, cell in ipairs(list) do result[i] = b:name(cell) end
  return table.concat(result, " ")
end

local function numbers(b)
  local list = {}
  for i = 1, #b do list[i] = b[i] end
  return list
end

test("cells are integers of the position", function()
  local b, s = board_of "columns = 4, rows = 3"
  eq({ #b, b[1], b[12], b[13] }, { 12, 0, 0 })
  b[6] = 2
  eq({ b[6], s.board[6], s:copy().board[6] }, { 2, 2, 2 })
  local other = s:copy()
  other.board[6] = 1
  eq({ b[6], other.board[6] }, { 2, 1 })
  eq(s:play(1).board[1], 1)
  eq({ b.nothing, b[1.5], b[0], b[-1] }, {})
  raises("board has cells 1 to 12, not 13", function() b[13] = 1 end)
  raises("board takes integers, not a string", function() b[1] = "x" end)
  raises("board takes 32-bit integers, not 4294967296", function() b[1] = 1 << 32 end)
  raises("board is a grid: set its cells, as in s.board[1] = 0", function() s.board = 1 end)
  eq({ pcall(getmetatable(b) and error or function() return getmetatable(b) end) }, { true, false })
end)

test("places of cells", function()
  local b = board_of "columns = 4, rows = 12"
  eq({ b:column(6), b:row(6), b:cell(2, 2), b:cell "b2", b:name(6) }, { 2, 2, 6, 6, "b2" })
  eq({ b:cell(5, 1), b:cell(0, 1), b:cell "e1", b:cell "a13", b:cell "a01", b:cell "",
    b:cell "a1 " }, {})
  eq({ b:cell "d12", b:name(48), b:cell(4, 12) }, { 48, "d12", 48 })
  eq({ b:step(6, 1, 0), b:step(6, -1, 1), b:step(6, 1, 2) }, { 7, 9, 15 })
  eq({ b:step(1, -1, 0), b:step(48, 1, 0), b:step(1, math.mininteger, 0) }, {})
  eq(names(b, b:neighbours(6)), "b1 a2 c2 b3")
  eq(names(b, b:neighbours(1)), "b1 a2")
  eq(names(b, b:ray(1, 1, 1)), "b2 c3 d4")
  eq(names(b, b:ray(1, 1, 2)), "b3 c5 d7")
  eq(b:ray(4, 1, 0), {})
  raises("0, 0 is not a direction", b.ray, b, 1, 0, 0)
  raises("board has cells 1 to 48, not 0", b.column, b, 0)
  raises("number expected, got no value", b.row, b)
  raises("number has no integer representation", b.name, b, 1.5)
end)

test("neighbours of other shapes", function()
  local b = board_of "columns = 3, rows = 3, diagonals = true"
  eq(names(b, b:neighbours(1)), "b1 a2 b2")
  eq(#b:neighbours(5), 8)
  b = board_of "columns = 3, rows = 3, hex = true"
  eq(names(b, b:neighbours(5)), "b1 c1 a2 c2 a3 b3")
  eq(names(b, b:neighbours(1)), "b1 a2")
  eq(names(b, b:neighbours(3)), "b1 b2 c2")
end)

test("what is on a board", function()
  local b = board_of("columns = 3, rows = 2", { a1 = 1, c1 = 1, a2 = 2 })
  eq({ names(b, b:empty()), names(b, b:cells(1)), names(b, b:cells(9)) }, { "b1 b2 c2", "a1 c1",
    "" })
  eq({ b:count(1), b:count(0), b:full() }, { 2, 3, false })
  raises("there is no edge 'north'", b.count, b, 1, "north")
  eq({ b:find(1, 2, 1, 0), b:find(1, 1, 1, 0), b:find(2, 2, 1, 0) }, { 3, 1 })
  for _, cell in ipairs(b:empty()) do b[cell] = 3 end
  eq({ b:full(), b:empty() }, { true, {} })
end)

test("lists can refill a table", function()
  local b = board_of("columns = 3, rows = 2", { a1 = 1 })
  local list = { 9, 9, 9, 9, 9, 9, 9, 9, x = 1 }
  eq(b:empty(list) == list, true)
  eq(list, { 2, 3, 4, 5, 6, x = 1 })
  eq(b:cells(1, list), { 1, x = 1 })
  eq(b:neighbours(1, list), { 2, 4, x = 1 })
  raises("table expected, got number", b.empty, b, 7)
  raises("the table to refill must have no metatable", b.empty, b, setmetatable({}, {}))
end)

test("ipairs goes over the cells, also in rules", function()
  local game = lab.game(check.file [[
local lab = require "boardlab"
return lab.rules {
  state = { board = lab.grid { columns = 3, rows = 1 } },
  start = function(s) s.board[2] = 7 end,
  moves = function(s)
    local moves = {}
    for cell, value in ipairs(s.board) do moves[cell] = 10 * cell + value end
    return moves
  end,
  play = function() end,
}]])
  eq(game:start():moves(), { 10, 27, 30 })
end)

test("columns that fill up", function()
  local b = board_of "columns = 3, rows = 2"
  eq({ b:drop(2, 1), b:drop(2, 2), b[2], b[5] }, { 2, 5, 1, 2 })
  eq({ b:drop(2, 1) }, {})
  eq(b:open_columns(), { 1, 3 })
  raises("board has columns 1 to 3, not 4", b.drop, b, 4, 1)
end)

test("lines", function()
  local b = board_of("columns = 4, rows = 4", { a1 = 1, b2 = 1, c3 = 1, d1 = 2, a2 = 1 })
  eq({ b:line(1, 3), b:line(1, 4), b:line(5, 2), b:line(4, 1), b:line(3, 1) }, { true, false,
    true, true, false })
  eq({ b:longest(1), b:longest(4), b:longest(3), b:longest(5) }, { 3, 1, 0, 2 })
  eq({ b:has_line(1, 3), b:has_line(1, 4), b:has_line(2, 1), b:has_line(3, 1) }, { true, false,
    true, false })
  eq(b:has_line(1, 100), false)
  raises("a line has at least 1 cell, not 0", b.has_line, b, 1, 0)
  -- Open lines of three with d1: d1 d2 d3, b1 c1 d1 and d1 c2 b3.
  eq(b:line_score(2, 3, 10), 30.0)
  eq(b:line_score(1, 27, 10), 0.0)
  raises("0 is an empty cell", b.line_score, b, 0, 3, 4)
  raises("must be a finite number", b.line_score, b, 1, 3, 1 / 0)
  raises("number expected, got no value", b.line_score, b, 1, 3)
  b = board_of("columns = 3, rows = 3, hex = true", { a1 = 1, b2 = 1, c3 = 1, c1 = 2, b3 = 2 })
  eq({ b:has_line(1, 2), b:longest(3) }, { false, 1 })
  b[b:cell "b2"] = 2
  eq(b:longest(3), 2)
end)

test("groups and liberties", function()
  local b = board_of("columns = 3, rows = 3", { a1 = 1, b1 = 1, a2 = 2, c3 = 1 })
  eq({ b:group(1) }, { 2, 2 })
  eq({ b:group(4) }, { 1, 2 })
  eq({ b:group(5) }, { 5, 0 })
  eq(names(b, b:group_cells(2)), "a1 b1")
  eq({ b:groups(1) }, { 2, 2 })
  eq({ b:groups(3) }, { 0, 0 })
  eq({ b:fill(1, 0), b:count(1), b:fill(9, 2), b[9] }, { 2, 1, 1, 2 })
end)

test("connections and distances", function()
  local b = board_of("columns = 3, rows = 3, hex = true", { a2 = 1, b2 = 1, c1 = 1, a3 = 2 })
  eq({ b:connects(1, "left", "right"), b:connects(1, "bottom", "top"), b:connects(2, "left",
    "top") },
    { true, false, true })
  eq({ b:touches(4, "left", "right"), b:touches(4, "left", "top"), b:touches(3, "bottom",
    "right") },
    { true, false, true })
  eq({ b:missing(1, "left", "right"), b:missing(1, "bottom", "top"), b:missing(2, "left",
    "right") }, { 0, 1, 2 })
  b[8], b[9] = 1, 1
  eq({ b:missing(2, "left", "right") }, {})
  eq({ b:distance(1, 9), b:distance(4, 3, 1), b:distance(5, 5) }, { 4, 2, 0 })
  eq({ b:distance(1, 9, 0) }, {})
  raises("there is no edge 'up': the edges are left, right, bottom and top", b.connects, b, 1,
    "up", "left")
  raises("string expected, got no value", b.touches, b, 1)
  raises("0 is an empty cell", b.missing, b, 0, "left", "right")
end)

test("flips", function()
  local b = board_of("columns = 4, rows = 4", { b1 = 2, c1 = 2, d1 = 1, a2 = 2, a3 = 2, b2 = 2,
    c3 = 1 })
  eq({ b:flips(1, 1), b:flips(1, 2) }, { 3, 0 })
  eq({ names(b, b:flippable(1)), b:can_flip(2), b:can_flip(3) }, { "a1", true, false })
  eq({ b:flip(1, 1), names(b, b:cells(1)), b[1] }, { 3, "b1 c1 d1 b2 c3", 0 })
  raises("0 is an empty cell", b.flips, b, 1, 0)
end)

test("steps", function()
  local b = board_of("columns = 3, rows = 3", { a1 = 1, b1 = 1, b2 = 2 })
  local function moves(...)
    local list = b:steps(...)
    for i, move in ipairs(list) do
      list[i] = b:name(move // 1024) .. (b[move % 1024] == 0 and "-" or "x") .. b:name(move % 1024)
    end
    return table.concat(list, " ")
  end
  eq(moves(1, { { -1, 1 }, { 0, 1, "empty" }, { 1, 1 } }), "a1-a2 a1xb2 b1-a2 b1-c2")
  eq(moves(1, { { 0, 1, "other" } }), "b1xb2")
  eq(moves(1, { { 0, 1 }, { 0, 2 }, { 1, 0 } }), "a1-a2 a1-a3 b1xb2 b1-b3 b1-c1")
  eq({ moves(3, { { 0, 1 } }), moves(1, { { math.maxinteger, 1 } }) }, { "", "" })
  local list = { 1, 2, 3, 4, 5 }
  eq({ b:steps(2, { { 0, 1 } }, list) == list, list }, { true, { 5 * 1024 + 8 } })
  local many = {}
  for i = 1, 32 do many[i] = { 0, 1 } end
  eq(#b:steps(2, many), 32)
  many[33] = { 0, 1 }
  for _, bad in ipairs { many, { 1 }, {}, { dx = 0, dy = 1 } } do
    raises("steps are a list of 1 to 32 lists such as { 0, 1 }", b.steps, b, 1, bad)
  end
  raises('onto "empty" or "other" cells', b.steps, b, 1, { { 0, 1, "full" } })
  raises('onto "empty" or "other" cells', b.steps, b, 1, { { 0, 1, true } })
  raises("a step has the columns to the right and the rows up", b.steps, b, 1, { { 0 } })
  raises("a step has the columns to the right", b.steps, b, 1, { { 0, 0.5 } })
  raises("table expected", b.steps, b, 1, 2)
end)

test("a step is made, and returns what was there", function()
  local b = board_of("columns = 3, rows = 3", { a1 = 1, b2 = 2 })
  eq({ b:move(1 * 1024 + 5), b[1], b[5] }, { 2, 0, 1 })
  eq({ b:move(5 * 1024 + 9), b[5], b[9] }, { 0, 0, 1 })
  eq({ b:move(9 * 1024 + 9), b[9] }, { 1, 1 })
  for _, wrong in ipairs { 5, 1024, 1024 + 10, 10 * 1024 + 1, -1025 } do
    raises(("board has no step %d: a step is from * 1024 + to"):format(wrong), b.move, b, wrong)
  end
end)

test("rows and sowing", function()
  local b, s = board_of "columns = 4, rows = 2"
  s:set("board", "0,2,3,0,1,0,0,9")
  eq({ b:filled_columns(1), b:filled_columns(2), b:filled_columns(2, 3) },
    { { 2, 3 }, { 1, 4 }, { 1 } })
  eq({ b:sum(1), b:sum(2), b:sum(2, 3), b:sum(1, 1) }, { 5, 10, 1, 0 })
  eq({ b:empty_row(), b:empty_row(1), b:empty_row(4) }, { nil, 1, nil })
  eq({ b:sow(3), numbers(b) }, { 6, { 0, 2, 0, 1, 2, 1, 0, 9 } })
  eq({ b:sow(8, 2), numbers(b) }, { 3, { 2, 2, 2, 2, 3, 2, 1, 1 } })
  eq({ b:sow(7, 8), numbers(b) }, { 1, { 3, 2, 2, 2, 3, 2, 0, 1 } })
  eq({ b:sow(7), b:empty_row(), b:sum(2) }, { 7, nil, 6 })
  raises("board has rows 1 to 2, not 3", b.sum, b, 3)
  raises("board has 1 to 4 columns, not 5", b.filled_columns, b, 1, 5)
  raises("board has 1 to 4 columns, not 0", b.empty_row, b, 0)
  raises("board has cells 1 to 8, not 9", b.sow, b, 1, 9)
  b[1] = -1
  raises("the -1 on cell 1 of board cannot be sown", b.sow, b, 1)
end)

test("what outcome returns where k in a row win", function()
  local b, s = board_of("columns = 3, rows = 2", { a1 = 1, b1 = 1, a2 = 2 })
  eq({ b:line_outcome(1, 2), b:line_outcome(2, 2) }, { 1 })
  eq({ b:line_outcome(1, 3), b:line_outcome(2, 1) }, { nil, 2 })
  s:set("board", "1,2,1,2,1,2")
  eq({ b:line_outcome(1, 3), b:line_outcome(2, 2) }, { "draw", 2 })
end)

test("what outcome returns in a race, and where edges are connected", function()
  local b, s = board_of("columns = 3, rows = 3", { a1 = 1, b3 = 2 })
  local cases = { "1,0,0,0,0,0,0,2,0", "0,1,0,0,0,0,0,0,1", "0,0,0,0,2,0,0,0,0",
    "1,2,0,1,2,0,1,0,2", "0,0,0,0,0,0,0,0,0", "0,0,0,3,1,1,0,0,2" }
  for _, case in ipairs(cases) do
    s:set("board", case)
    for value = 1, 3 do
      local others = 0
      for _, there in ipairs(b) do
        if there ~= 0 and there ~= value then others = others + 1 end
      end
      for _, edge in ipairs { "top", "left" } do
        local reached = b:count(value, edge) > 0 or others == 0
        eq(b:reach_outcome(value, edge), reached and value or nil)
        local connects = b:connects(value, edge, edge == "top" and "bottom" or "right")
        eq(b:connect_outcome(value, edge, edge == "top" and "bottom" or "right"),
          connects and value or nil)
      end
    end
  end
  raises("there is no edge 'up'", b.reach_outcome, b, 1, "up")
end)

test("placing with the pie rule", function()
  local b, s = board_of("columns = 3, rows = 2", { c1 = 1 })
  eq({ b:placements(2, true), b:placements(1, true), b:placements(2) },
    { { 1, 2, 4, 5, 6, 0 }, { 1, 2, 4, 5, 6 }, { 1, 2, 4, 5, 6 } })
  local list = { 7 }
  eq({ b:placements(2, true, list) == list, #list }, { true, 6 })
  eq({ b:place(0, 2, "left-right"), numbers(b) }, { 1, { 2, 0, 0, 0, 0, 0 } })
  eq({ b:place(0, 3), numbers(b) }, { 1, { 3, 0, 0, 0, 0, 0 } })
  eq({ b:place(5, 1, "left-right"), numbers(b) }, { 5, { 3, 0, 0, 0, 1, 0 } })
  eq(b:placements(2, true), { 2, 3, 4, 6 })
  raises("0 takes over the only piece, but there are 2 on board", b.place, b, 0, 1)
  raises("board has cells 1 to 6, not 7", b.place, b, 7, 1)
  s:set("board", "0,0,0,0,0,0")
  eq(#b:placements(2, true), 6)
  raises("but there are 0 on board", b.place, b, 0, 1)
  b[1] = 1
  raises("board has no symmetry 'diagonal'", b.place, b, 0, 1, "diagonal")
  eq(b[1], 1)
end)

test("images of cells", function()
  local b = board_of "columns = 3, rows = 3"
  eq({ b:image(2, "left-right"), b:image(3, "left-right"), b:image(2, "turn"), b:image(3,
    "quarter-turn") },
    { 2, 1, 8, 9 })
  b = board_of "columns = 3, rows = 2"
  raises("board has no symmetry 'diagonal'", b.image, b, 1, "diagonal")
  raises("board has no symmetry 'upside'", b.image, b, 1, "upside")
end)

test("drawings", function()
  local small = "columns = 3, rows = 2"
  local cells = { a1 = 1, b2 = 2, c2 = 7 }
  eq(board_of(small, cells):draw(), " 2  . 2 7\n 1  1 . .\n    a b c")
  local b = board_of(small .. ", marks = '.XO'", cells)
  eq(b:draw(), " 2  . O ?\n 1  X . .\n    a b c")
  b[2] = -1
  has(b:draw(), " 1  X ? .")
  eq(board_of(small .. ", marks = '·●○'", cells):draw(),
    " 2  · ○ ?\n 1  ● · ·\n    a b c")
  eq(board_of(small .. ", marks = '.XO', down = true", cells):draw(),
    "    a b c\n 1  X . .\n 2  . O ?")
  b = board_of "columns = 2, rows = 10, hex = true"
  has(b:draw(), "^          10  . .\n          9  . .\n")
  has(b:draw(), "\n   2  . .\n  1  . .\n    a b$")
  b = board_of "columns = 2, rows = 10, hex = true, down = true"
  has(b:draw(), "^    a b\n  1  . .\n   2  . .\n")
  raises("draw takes no arguments: declare the characters in lab.grid { marks = \".XO\", … }",
    b.draw, b, ".XO")
end)

test("a board is set up as it is drawn", function()
  local function set(shape, value)
    local b, s = board_of("columns = 3, rows = 2, marks = '.XO'" .. shape)
    s:set("board", value)
    return table.concat({ b[1], b[2], b[3], b[4], b[5], b[6] }, ",")
  end
  eq(set("", "X../.OX"), "0,2,1,1,0,0", "row 1 at the bottom")
  eq(set(", down = true", "X../.OX"), "1,0,0,0,2,1", "row 1 at the top")
  eq(set("", "1,0,0,0,2,7"), "1,0,0,0,2,7", "numbers, from a1 on")
  local _, s = board_of "columns = 2, rows = 1, marks = '·●○'"
  eq(s:set("board=●○ last=3").board[2], 2)
  eq({ s.last, s:set("board=0,1").board[2] }, { 3, 1 })
  _, s = board_of "columns = 1, rows = 1, marks = '·1'"
  eq({ s:set("board=1").board[1], s:set("board=·").board[1] }, { 1, 0 })
end)

test("a board says how it can be set up", function()
  local b, s = board_of("columns = 3, rows = 2, marks = '.XO'")
  local forms = "2 rows of 3 characters out of .XO, from the top and separated by /, "
    .. "or 6 integers from a1 on, separated by commas"
  for _, value in ipairs { "X", "X../.O", "X../.OXX", "X../.O./", "X.../.O", "X..,.O.", "X../.O,",
    "x../...", "1,2", "1,0,0,0,2,7,", "/", ",", "\xff", ("X"):rep(1000) } do
    raises("board takes " .. forms .. ", not '", s.set, s, "board", value)
  end
  eq(b:count(0), 6, "nothing has changed")
  has(s:game():about().keys, "board (" .. forms .. "), last")
  s = select(2, board_of "columns = 1, rows = 1")
  raises("board takes 1 row of 1 character out of .123456789, from the top and separated by /, "
    .. "or 1 integer from a1 on, not 'x'", s.set, s, "board=x")
end)

test("declarations", function()
  local function opens(shape) return pcall(lab.game, file_with(shape)) end
  local function refused(wanted, shape)
    local good, message = opens(shape)
    eq(good, false, shape)
    has(message, wanted)
  end
  eq(opens "columns = 26, rows = 26", true)
  refused("lab.grid needs 'rows', a number from 1 to 26", "columns = 3")
  refused("'columns' must be from 1 to 26, not 27", "columns = 27, rows = 3")
  refused("'columns' must be from 1 to 26, not 0", "columns = 0, rows = 3")
  refused("'rows' must be an integer, not a string", "columns = 3, rows = '3'")
  refused("'rows' must be an integer, not 2.5", "columns = 3, rows = 2.5")
  refused("'hex' must be true or false, not a number", "columns = 3, rows = 3, hex = 1")
  refused("hexagons have no diagonals", "columns = 3, rows = 3, hex = true, diagonals = true")
  refused("lab.grid has no 'colums'; did you mean 'columns'?", "colums = 3, rows = 3")
  refused("'symmetries' must be a name or a list of names, not a number",
    "columns = 3, rows = 3, symmetries = 1")
  refused("columns and 2 rows has no symmetry 'diagonal'; it has left-right, up-down, turn, all",
    "columns = 3, rows = 2, symmetries = 'diagonal'")
  refused("of hexagons has no symmetry 'left-right'; it has turn, diagonal, antidiagonal, all",
    "columns = 3, rows = 3, hex = true, symmetries = { 'turn', 'left-right' }")
  refused("lab.grid: 'marks' must be a string with a character for each value, 0, 1, 2, …, "
    .. "as in \".XO\", not a table", "columns = 3, rows = 3, marks = {}")
  for _, marks in ipairs { "''", "('x'):rep(257)" } do
    refused("lab.grid: 'marks' has a character for each value, 1 to 256 bytes, not ",
      "columns = 3, rows = 3, marks = " .. marks)
  end
  for _, marks in ipairs { ". X", ".,X", "./X", "\\0X", "\\n", "\\xff", "\\xe2\\x97",
    "\\u{202e}" } do
    refused("'marks' must be printable characters other than spaces, commas and slashes",
      ("columns = 3, rows = 3, marks = '%s'"):format(marks))
  end
  refused("'marks' has '●' twice; each value needs a character of its own",
    "columns = 3, rows = 3, marks = '·●○●'")
  refused("'down' must be true or false, not a string", "columns = 3, rows = 3, down = 'yes'")
  raises("table expected, got nil", lab.grid, nil)
  raises("lab.grid: keys must be names, as in { columns = 3, rows = 3 }, not a number", lab.grid,
    { 3, 3 })
  raises("give a count or a lab.grid, not a string", lab.game,
    check.file [[return require "boardlab".rules {
    state = { board = "x" }, moves = function() return { 1 } end, play = function() end }]])
end)

test("a position that is no longer valid, and things that are not grids", function()
  local _, s = board_of "columns = 2, rows = 2"
  local kept
  local function evaluate(p)
    kept = p.board
    return 0.5
  end
  lab.search.alphabeta(s, { depth = 1, evaluate = evaluate })
  local message = "this position was only valid during the call; keep s:copy()"
  raises(message, function() return kept[1] end)
  raises(message, function() return kept:full() end)
  raises(message, function() kept[1] = 1 end)
  local b = board_of "columns = 2, rows = 2"
  raises("grid of a position (call methods as in s.board:full()) expected, got table", b.full, {})
  raises("grid of a position .* expected, got no value", b.full)
  raises("grid of a position .* expected, got state", b.full, lab.game "dorix":start())
end)

test("read-only positions refuse changes", function()
  for _, change in ipairs { "s.board[1] = 1", "s.board:fill(1, 1)", "s.board:flip(1, 1)",
    "s.board:drop(1, 1)" } do
    local path = check.file(([[
local lab = require "boardlab"
return lab.rules {
  state = { board = lab.grid { columns = 2, rows = 2 } },
  moves = function(s) %s return { 1 } end,
  play = function() end,
}]]):format(change))
    raises("this position is read-only here; change a copy: s:copy()", function()
      lab.game(path):start():moves()
    end)
  end
  local copies = check.file [[
local lab = require "boardlab"
return lab.rules {
  state = { board = lab.grid { columns = 2, rows = 2 } },
  moves = function(s)
    local b = s:copy().board
    b[2] = 1
    return b:empty()
  end,
  play = function() end,
}]]
  eq(lab.game(copies):start():moves(), { 1, 3, 4 })
  local game = file_with "columns = 2, rows = 2"
  local reads = check.file [[
return { choose = function(s) return s.board:empty()[1] or s:moves()[1] end }]]
  local edits = check.file "return { choose = function(s) s.board:fill(1, 1) end }"
  eq(lab.match(game, { reads })[1].reason, nil)
  has(lab.match(game, { edits })[1].reason, "only the rules themselves may edit a position")
end)

test("grids among the vars of a variant, and in its base", function()
  local base = file_with "columns = 3, rows = 3"
  local game = lab.game(check.file(([[
local lab = require "boardlab"
return lab.variant {
  base = "%s",
  vars = { visits = lab.grid { columns = 3, rows = 3 }, n = 5 },
  after = function(s, move) s.visits[move] = s.n; s.n = s.n + s.board:count(0) end,
}]]):format(base:match "[^/]+$")))
  local s = game:start():play "1 5"
  eq({ s.visits[1], s.visits[5], s.n, s.board:count(0), s.visits:count(0) }, { 5, 13, 20, 7, 7 })
  eq(s.visits:longest(5), 1)
end)

test("settings and fields of a position", function()
  local _, s = board_of "columns = 2, rows = 2"
  s:set("board", "1,0,2,0")
  eq({ s.board[1], s.board[3] }, { 1, 2 })
  has(s:draw(), " 2  2 .\n 1  1 .\n")
end)

return check.done()

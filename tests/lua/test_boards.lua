-- Boards that are not whole rectangles: shapes, lines, what they are drawn like, and two games on
-- them, Nine Men's Morris and Abalone, against slow second implementations.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local positions = require "positions"
local test, eq, raises = check.test, check.eq, check.raises
local start, leaves = positions.start, positions.leaves

local function board_of(shape)
  return lab.rules {
    state = { board = lab.grid(shape) },
    moves = function(s) return s.board:empty() end,
    play = function(s, move, seat) s.board[move] = seat end,
    outcome = function(s) return s.board:full() and "draw" or nil end,
    text = function(s, move) return s.board:name(move) end,
    draw = function(s) return s.board:draw() end,
    scene = function(s) return { board = s.board } end,
  }:start()
end

local function names(board, cells)
  local list = {}
  for i, cell in ipairs(cells) do list[i] = board:name(cell) end
  return table.concat(list, " ")
end

-- ---- shapes ----------------------------------------------------------------

test("cells that are missing are not seen by anything", function()
  local s = board_of { shape = { " ooo", "oo o", "ooo " } }
  local b = s.board
  eq(#b, 9)
  eq(names(b, b:cells()), "a1 b1 c1 a2 b2 d2 b3 c3 d3")
  eq({ b:cell "c2", b:cell(3, 2), b:cell "d1", b:step(b:cell "b2", 1, 0) }, {})
  eq(names(b, b:ray(b:cell "a2", 1, 0)), "b2")
  eq(names(b, b:neighbours(b:cell "b2")), "b1 a2 b3")
  eq({ b:count(0), #b:empty(), b:count(0, "left"), b:count(0, "top") }, { 9, 9, 2, 3 })
  eq(b:distance(b:cell "c1", b:cell "d2"), 6)
  for cell = 1, 9 do b[cell] = 1 end
  eq({ b:full(), b:groups(1), b:has_line(1, 3), b:has_line(1, 4), b:connects(1, "left", "right") },
    { true, 1, true, false, true })
  eq({ #b:steps(1, { { 1, 0, "other" } }), b:open_columns() }, { 0, {} })
  eq(b[10], nil)
  raises("board has cells 1 to 9, not 10", b.name, b, 10)
end)

test("the rows of a setting have a character for each cell", function()
  local s = board_of { shape = { " ooo", "oo o", "ooo " } }
  s:set("board", "12./..1/2..")
  eq(names(s.board, s.board:cells(1)), "d2 b3")
  eq(names(s.board, s.board:cells(2)), "a1 c3")
  raises("board takes 3 rows of a character per cell out of .123456789, from the top and "
    .. "separated by /, or 9 integers from the first cell on", s.set, s, "board", "12.1/..1/2..")
end)

test("a hexagon", function()
  local s = board_of { shape = "hexagon", size = 3, symmetries = "sixth-turn", marks = ".XO" }
  local b = s.board
  eq(#b, 19)
  eq(b:draw(),
    "       a b c\n 5    . . . d\n 4   . . . . e\n 3  . . . . .\n 2   . . . .\n 1    . . .")
  eq(names(b, b:neighbours(b:cell "c3")), "c2 d2 b3 d3 b4 c4")
  eq(b:name(b:image(b:cell "e1", "sixth-turn")), "e3")
  eq(b:name(b:image(b:cell "e1", "turn")), "a5")
  eq(names(b, b:ray(b:cell "c1", 0, 1)), "c2 c3 c4 c5")
  for _, edge in ipairs { "left", "right", "bottom", "top", "lower-left", "upper-right" } do
    eq(b:count(0, edge), 3, edge)
  end
  raises("there is no edge 'lower-left': the edges are left, right, bottom and top",
    function() local q = start "games/mnk.lua"; return q.board:count(0, "lower-left") end)
end)

test("a triangle: all three sides are edges", function()
  local b = board_of { shape = "triangle", size = 4 }.board
  for _, name in ipairs { "a2", "b2", "b1", "c2" } do b[b:cell(name)] = 1 end
  eq({ b:touches(b:cell "a2", "left", "bottom"), b:touches(b:cell "a2", "left", "upper-right") },
    { true, true })
  eq(b:missing(2, "left", "upper-right"), 1)
end)

test("lines connect points", function()
  local s = board_of { lines = { "a1 c1 e1", "a3 c3 e3", "a1 a3", "e1 e3", "c3 c1" } }
  local b = s.board
  eq(names(b, b:cells()), "a1 c1 e1 a3 c3 e3")
  eq(names(b, b:neighbours(b:cell "c1")), "a1 e1 c3")
  eq(b:name(b:step(b:cell "a1", 1, 0)), "c1")
  eq({ b:step(b:cell "a1", 1, 1), b:step(b:cell "a1", -1, 0) }, {})
  eq(names(b, b:ray(b:cell "a1", 1, 0)), "c1 e1")
  eq(b:name(b:find(0, b:cell "e3", -1, 0)), "e3")
  b[b:cell "a1"], b[b:cell "c1"], b[b:cell "e1"] = 1, 1, 1
  eq({ b:line(b:cell "a1", 3), b:longest(b:cell "a1"), b:has_line(1, 3) }, { true, 3, true })
  eq(#b:steps(1), 3)
  eq(b:draw(), " 3  .---.---.\n 2  |   |   |\n 1  1---1---1\n    a b c d e")
  local scene = s:scene()
  eq(scene.lines, { "a1 c1", "a1 a3", "c1 e1", "c1 c3", "e1 e3", "a3 c3", "c3 e3" })
  eq(#scene.absent, 9)
end)

test("closed lines go around", function()
  local b = board_of { shape = "track", size = 8 }.board
  eq(names(b, b:cells()), "a1 b1 c1 c2 c3 b3 a3 a2")
  eq(b:distance(1, 8), 1)
  b[1], b[8], b[7] = 1, 1, 1
  eq({ b:longest(1), b:line(1, 4) }, { 3, false })
  eq(names(b, b:neighbours(1)), "b1 a2")
end)

test("drawings with diagonals, and without coordinates", function()
  eq(board_of { lines = { "a1 b2 a2" }, coordinates = false }.board:draw(), ".-.\n /\n.")
  local scene = board_of { shape = "mancala", size = 3 }:scene()
  eq({ scene.columns, scene.rows, scene.coordinates, #scene.lines, #scene.absent },
    { 5, 3, false, 0, 7 })
  eq(board_of { shape = "mancala", size = 3, coordinates = true }:scene().coordinates, true)
  eq(#board_of { shape = "mancala", size = 3, tiles = false }:scene().lines, 8)
end)

test("a variant keeps the shape of the picture", function()
  local file = check.file [[local lab = require "boardlab"
    return lab.variant { base = "games/morris.lua", scene = function(_, _, scene)
      scene.highlights = { "a1" }
      return scene
    end }]]
  local scene, base = start(file):scene(), start("games/morris.lua"):scene()
  eq({ scene.lines, scene.absent, scene.highlights }, { base.lines, base.absent, { "a1" } })
  local wrong = check.file [[local lab = require "boardlab"
    return lab.variant { base = "games/morris.lua", scene = function(_, _, scene)
      scene.highlights = { "b1" }
      return scene
    end }]]
  raises("'highlights' takes the names of cells; there is no cell b1", function()
    return assert(start(wrong):scene())
  end)
end)

test("what is wrong with a shape is said", function()
  local CASES = {
    { { shape = "hexagon" }, "the shape 'hexagon' needs a 'size', a number" },
    { { shape = "hexagon", size = 99 }, "a hexagon has a 'size' from 2 to 13, not 99" },
    { { shape = "pentagon", size = 5 }, "there is no shape 'pentagon': the shapes are hexagon" },
    { { shape = "hexagon", size = 3, rows = 3 }, "a ready shape has only a 'size'" },
    { { shape = 7 }, "'shape' is a name, such as \"hexagon\", or a list of rows" },
    { { shape = { "  ", " " } }, "'shape' has no cell" },
    { { shape = { "oo", 7 } }, "'shape' is a list of strings" },
    { { columns = 3, rows = 3, size = 3 }, "'size' is that of a ready shape" },
    { { lines = "a1 b1" }, "'lines' is a list" },
    { { lines = { "a1" } }, "a line has at least two points" },
    { { lines = { "a1 b1 q" } }, "a line is the names of its points in order" },
    { { lines = { "a1 b1", "a1 b1", "a1 b1", "a1 b1", "a1 b1" } },
      "more than 4 lines pass through one point" },
    { { shape = "morris", size = 3, symmetries = "sixth-turn" }, "has no symmetry 'sixth-turn'" },
    { { shape = "morris", size = 3, symmetries = { { a1 = "b2", b2 = "a1" } } },
      "a symmetry that is given as a map" },
    { { shape = "morris", size = 3, symmetries = { { a1 = "a2" } } },
      "a map among 'symmetries' has names of cells" },
  }
  for _, case in ipairs(CASES) do raises(case[2], lab.grid, case[1]) end
end)

-- ---- games on them ---------------------------------------------------------

local function sorted(list)
  table.sort(list)
  return table.concat(list, " ")
end

-- Plays at random and compares the texts of all moves with what `slow` says.
local function compare(spec, games, slow)
  for index = 1, games do
    local s, rng = lab.game(spec):start(), lab.rng(7, index)
    while s:seat() do
      local list = {}
      for i, move in ipairs(s:moves()) do list[i] = s:text(move) end
      eq(sorted(list), sorted(slow(s)))
      s:play(s:random_move(rng))
    end
  end
end

-- By names, from the lines as they are printed in books.
local MILLS = { "a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "a4 b4 c4", "e4 f4 g4", "c5 d5 e5", "b6 d6 f6",
  "a7 d7 g7", "a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6",
  "g1 g4 g7" }

local function in_mill(at, name)
  for _, mill in ipairs(MILLS) do
    local a, b, c = mill:match "(%w+) (%w+) (%w+)"
    if (a == name or b == name or c == name) and at[a] == at[b] and at[b] == at[c] then
      return true
    end
  end
  return false
end

local function are_joined(one, other)
  for _, mill in ipairs(MILLS) do
    if (" " .. mill .. " "):find(" " .. one .. " " .. other .. " ", 1, true)
      or (" " .. mill .. " "):find(" " .. other .. " " .. one .. " ", 1, true) then
      return true
    end
  end
  return false
end

local function slow_morris(s)
  local at, seat, list, own = {}, s:seat(), {}, 0
  for cell, value in ipairs(s.board) do
    at[s.board:name(cell)] = value
    own = own + (value == seat and 1 or 0)
  end
  local function add(from, to)
    at[to] = seat
    if from then at[from] = 0 end
    local text, free, all = (from and from .. "-" or "") .. to, {}, {}
    for name, value in pairs(at) do
      if value == 3 - seat then
        all[#all + 1] = name
        if not in_mill(at, name) then free[#free + 1] = name end
      end
    end
    if in_mill(at, to) then
      for _, name in ipairs(#free > 0 and free or all) do list[#list + 1] = text .. "x" .. name end
    else
      list[#list + 1] = text
    end
    at[to] = 0
    if from then at[from] = seat end
  end
  for to in pairs(at) do
    for from in pairs(at) do
      if at[to] == 0 and at[from] == seat and s.hand[seat] == 0
        and (own == 3 or are_joined(from, to)) then
        add(from, to)
      end
    end
    if at[to] == 0 and s.hand[seat] > 0 then add(nil, to) end
  end
  return list
end

test("morris: moves are those of a slow second implementation", function()
  compare("games/morris.lua", 6, slow_morris)
  compare("games/morris.lua:pieces=4", 20, slow_morris)
end)

-- 24, 23, 22 and 21 free points. The fifth ply may close one of 16 mills, in 6 orders, with the
-- other two pieces on any of 21 and 20 points: then there are two pieces to take, not one move.
test("morris: perft", function()
  local s = start "games/morris.lua"
  for depth, count in ipairs { 24, 552, 12144, 255024 } do eq(leaves(s, depth), count) end
  eq(16 * 6 * 21 * 20 + 255024 * 20, 5140800)
end)

test("morris: mills, taking, flying, and how it ends", function()
  local s = start("games/morris.lua", "a1 d2 d1 d3")
  eq(s:count(), 22 - 2 - 2 + 2 + 1)
  s:play "g1xd2"
  eq({ s.board:count(2), s:seat() }, { 1, 2 })
  -- Three pieces fly; a piece in a mill is taken only if all are in mills.
  s = start "games/morris.lua"
  s:set("hand", "0,0"):set("board", "X../.../.X./....../O.O/.O./..X")
  eq(s:count(), 3 * 18)
  s:set("board", "XX./.../.../....../.../.../OOO"):set("seat", 1)
  eq(s:winners(), { 2 }, "two pieces lose")
  s:set("board", "XO./O../.../XXO.../.../O../XO."):set("seat", 1)
  eq(s:winners(), { 2 }, "four pieces that cannot move lose")
  eq(start("games/morris.lua:quiet=1,pieces=3", "a1 b2 d2 g1 c3 f4 a1-a4"):outcome(), "draw")
end)

-- In three coordinates whose sum is 0, from 4 to -4 each.
local DIRECTIONS = { { 1, 0 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { 0, -1 }, { 1, -1 } }

local function slow_abalone(s)
  local seat, list, at = s:seat(), {}, {}
  for x = 1, 9 do
    for y = 1, 9 do
      local cell = s.board:cell(x, y)
      if cell then at[x .. "," .. y] = s.board[cell] end
    end
  end
  local function get(x, y) return at[x .. "," .. y] end
  local function name(x, y) return string.char(96 + x) .. y end
  for x = 1, 9 do
    for y = 1, 9 do
      for along, way in ipairs(DIRECTIONS) do
        for n = 1, 3 do
          local own = true
          for i = 0, n - 1 do own = own and get(x + i * way[1], y + i * way[2]) == seat end
          for d, step in ipairs(DIRECTIONS) do
            if own and d == along then
              -- In line: whatever is ahead of n marbles.
              local k = n
              while get(x + k * way[1], y + k * way[2]) == 3 - seat do k = k + 1 end
              local first = get(x + n * way[1], y + n * way[2])
              local ahead = get(x + k * way[1], y + k * way[2])
              if first ~= nil and k - n < n and (ahead == 0 or ahead == nil and k > n) then
                list[#list + 1] = name(x, y) .. "-" .. name(x + way[1], y + way[2])
              end
            elseif own and n > 1 and along <= 3 and (d - along) % 3 ~= 0 then
              local free = true
              for i = 0, n - 1 do
                free = free and get(x + i * way[1] + step[1], y + i * way[2] + step[2]) == 0
              end
              if free then
                local last = name(x + (n - 1) * way[1], y + (n - 1) * way[2])
                list[#list + 1] = name(x, y) .. last .. "-" .. name(x + step[1], y + step[2])
              end
            end
          end
        end
      end
    end
  end
  return list
end

test("abalone: moves are those of a slow second implementation", function()
  compare("games/abalone.lua", 2, slow_abalone)
  compare("games/abalone.lua:setup=daisy", 2, slow_abalone)
end)

-- 44 moves at the start are well known. Two plies cannot meet: 44 * 44.
test("abalone: perft", function()
  local s = start "games/abalone.lua"
  for depth, count in ipairs { 44, 1936, 98912 } do eq(leaves(s, depth), count) end
  eq(start("games/abalone.lua:setup=daisy"):count(), 52)
end)

local EMPTY = "22222/....../......./......../%s/......../......./....../11111"

test("abalone: pushing", function()
  local s = start "games/abalone.lua:goal=13"
  local function on(row) s:set("board", EMPTY:format(row)):set("seat", 1) end
  local function legal(text)
    for _, move in ipairs(s:moves()) do
      if s:text(move) == text then return true end
    end
    return false
  end
  on "1122....."
  eq(legal "a5-b5", false, "two do not push two")
  on "11122...."
  eq(legal "a5-b5", true, "three push two")
  on "112.1...."
  eq(s:after("a5-b5").board[s.board:cell "d5"], 2)
  on "1121....."
  eq(legal "a5-b5", false, "something is behind")
  on ".....1112"
  eq(s:after("f5-g5").board:count(2), 5, "pushed off")
  eq(start("games/abalone.lua:goal=8"):set("board", EMPTY:format ".....1112"):set("seat", 1)
    :play("f5-g5"):winners(), { 1 })
  on "......111"
  eq(legal "g5-h5", false, "nobody pushes its own marbles off")
  on "1111....."
  eq(legal "a5-b5", false, "four do not move")
  eq({ legal "b5-c5", legal "b5d5-b6", legal "a5d5-a6" }, { true, true, false })
end)

return check.done()

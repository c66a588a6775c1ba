-- Draughts, Pente, Amazons, Santorini, Onitama and Can't Stop in lua/games: positions made by hand
-- for each rule, and second implementations that share no code with the games. Published values
-- are in test_published.lua.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local positions = require "positions"
local test, eq, has, raises = check.test, check.eq, check.has, check.raises
local start, texts = positions.start, positions.texts

local DRAUGHTS, PENTE, AMAZONS = "games/draughts.lua", "games/pente.lua", "games/amazons.lua"
local SANTORINI, ONITAMA = "games/santorini.lua", "games/onitama.lua"
local CANT_STOP = "games/cant_stop.lua"

-- A position from drawings of its grids, with row 1 at the bottom.
local function position(spec, settings)
  for key, value in pairs(settings) do
    if type(value) == "table" then settings[key] = table.concat(value, "/"):gsub(" ", "") end
  end
  return start(spec):set(settings)
end

local function sorted(list)
  table.sort(list)
  return table.concat(list, " ")
end

local function moves(s)
  local list = {}
  for i, move in ipairs(s:moves()) do list[i] = s:text(move) end
  return sorted(list)
end

-- Plays random games and compares each position with what `expected(s)` says about it: its moves
-- as a sorted text, and whether it is over.
local function compare(spec, games, expected)
  for index = 1, games do
    local rng = lab.rng(1, index)
    local s = lab.game(spec):start(rng)
    while true do
      local over, list = expected(s)
      eq(s:outcome() ~= nil, over, spec .. " in game " .. index)
      if over ~= (s:outcome() ~= nil) or s:outcome() then break end
      if s:seat() > 0 then eq(moves(s), list, spec .. " in game " .. index) end
      s:play(s:random_move(rng))
    end
  end
end

-- The cells of a square board by name: { a1 = value, … }.
local function cells_of(board, size)
  local cells = {}
  for i = 1, #board do
    cells[string.char(97 + (i - 1) % size) .. (i - 1) // size + 1] = board[i]
  end
  return cells
end

-- The name of the cell that is so many columns and rows away, whether it exists or not.
local function shifted(name, dx, dy)
  return string.char(name:byte() + dx) .. math.tointeger(name:sub(2)) + dy
end

-- ---- draughts --------------------------------------------------------------

local SMALL = DRAUGHTS .. ":size=6"

test("draughts: men step and jump forward", function()
  local s = start(SMALL):set "board=....../....../...o../..x.../....../......"
  eq(moves(s), "c3xe5")
  eq(moves(s:set "seat=2"), "d4xb2")
  s:set "board=....../....../....../..x.../...o../...... seat=1"
  eq(moves(s), "c3-b4 c3-d4", "a man does not jump backward")
end)

test("draughts: a move goes on as long as it can, and may choose its way", function()
  local s = position(DRAUGHTS, { board = { "........", "........", "...o.o..", "........",
    "...o.o..", "....x...", "........", "........" } })
  eq(moves(s), "e3xc5xe7 e3xg5xe7")
  s:play "e3xc5xe7"
  eq({ s.board:count(1), s.board:count(2), s.board[s.board:cell "d6"] }, { 1, 2, 0 })
  s:set "board=......../......../...o..../......../...o..../....x.../......../........ seat=1"
  raises("'e3xc5' is not a legal move", s.play, s, "e3xc5")
end)

test("draughts: a man that becomes a king ends its move", function()
  local s = start(SMALL):set "board=....../...o.o/..x.../....../....../......"
  eq(moves(s), "c4xe6")
  s:play "c4xe6"
  eq({ s.board[s.board:cell "e6"], s:seat() }, { 3, 2 })
end)

test("draughts: kings step and jump in all directions, in circles too", function()
  local s = start(SMALL):set "board=....../....o./....../..X.../....../......"
  eq(texts(s), "c3-b4 c3-d4 c3-b2 c3-d2")
  s = position(DRAUGHTS, { board = { "........", "........", "...o.o..", "........", "...o.o..",
    "....X...", "........", "........" } })
  eq(moves(s), "e3xc5xe7xg5xe3 e3xg5xe7xc5xe3")
  s:play "e3xc5xe7xg5xe3"
  eq({ s.board:count(2), s.board[s.board:cell "e3"], s:winners() }, { 0, 3, { 1 } })
end)

test("draughts: whoever cannot move loses, or wins with giveaway", function()
  local blocked = { board = { "......", "......", "......", "..o...", ".x.x..", "x...x." } }
  eq(position(SMALL, { board = blocked.board, seat = 2 }):winners(), { 1 })
  eq(position(SMALL .. ",giveaway=true", { board = blocked.board, seat = 2 }):winners(), { 2 })
end)

test("draughts: jumps need not be made without forced", function()
  local board = { "......", "......", "...o..", "..x...", "......", "......" }
  eq(moves(position(SMALL .. ",forced=false", { board = board })), "c3-b4 c3xe5")
end)

test("draughts: quiet plies make a draw", function()
  local s = position(SMALL .. ",quiet=3", { board = { ".....O", "......", "......", "......",
    ".X....", "x....." } })
  s:play "b2-c3 f6-e5"
  eq({ s:outcome(), s.quiet }, { nil, 2 })
  eq(s:after "c3-b2":outcome(), "draw")
  eq(s:after "a1-b2".quiet, 0)
  eq(position(SMALL .. ",quiet=0", { board = { ".....O", "......", "......", "......",
    ".X....", "......" } }):play "b2-c3 f6-e5".quiet, 0)
end)

-- Moves of a position, by names of cells. A row of jumps is followed on a copy of the board.
local function draughts_moves(s, size)
  local ours, theirs = s:seat() == 1 and "[13]" or "[24]", s:seat() == 1 and "[24]" or "[13]"
  local ahead = s:seat() == 1 and 1 or -1
  local jumps, steps = {}, {}
  local function jump(cells, name, text)
    local found = false
    for _, dy in ipairs(cells[name] > 2 and { 1, -1 } or { ahead }) do
      for dx = -1, 1, 2 do
        local over, to = shifted(name, dx, dy), shifted(name, 2 * dx, 2 * dy)
        if cells[to] == 0 and tostring(cells[over]):match(theirs) then
          local after = {}
          for cell, value in pairs(cells) do after[cell] = value end
          after[name], after[over], after[to] = 0, 0, cells[name]
          found = true
          jump(after, to, text .. "x" .. to)
        end
      end
    end
    if not found and #text > #name then jumps[#jumps + 1] = text end
  end
  local cells = cells_of(s.board, size)
  for name, value in pairs(cells) do
    if tostring(value):match(ours) then
      jump(cells, name, name)
      for _, dy in ipairs(value > 2 and { 1, -1 } or { ahead }) do
        for dx = -1, 1, 2 do
          local to = shifted(name, dx, dy)
          if cells[to] == 0 then steps[#steps + 1] = name .. "-" .. to end
        end
      end
    end
  end
  return #jumps > 0 and jumps or steps
end

test("draughts: the moves of another implementation", function()
  for _, size in ipairs { 4, 6, 8 } do
    compare(DRAUGHTS .. ":size=" .. size, size == 8 and 2 or 4, function(s)
      local list = s:outcome() and {} or draughts_moves(s, size)
      return #list == 0, sorted(list)
    end)
  end
end)

-- ---- pente -----------------------------------------------------------------

test("pente: pairs are captured in all directions, and only pairs", function()
  local board = { "X..X..X", ".O.O.O.", "..OOO..", "XOO.OOX", "..OOO..", ".O.O.O.", "X..X..X" }
  local s = position(PENTE .. ":size=7,stones=100", { board = board }):play "d4"
  eq({ s.taken[1], s.board:count(2) }, { 16, 0 })
  s = start(PENTE .. ":size=7"):set "board=......./......./XOOO.../......./XO...../......./......."
  eq({ s:after "e5".taken[1], s:after "c3".taken[1] }, { 0, 0 })
  eq(position(PENTE .. ":size=7,triples=true", { board = { ".......", ".......", "XOOO...",
    ".......", ".......", ".......", "......." } }):play "e5".taken[1], 3)
end)

test("pente: a stone may be put between two of the opponent's", function()
  local s = position(PENTE .. ":size=5", { board = { ".....", "XO.X.", ".....", ".....", "....." },
    seat = 2 })
  eq({ s:play "c4".taken[1], s.board[s.board:cell "c4"] }, { 0, 2 })
end)

test("pente: five in a row or ten stones win", function()
  local row = { "......", "......", "XX.XX.", "......", "......", "......" }
  eq(position(PENTE .. ":size=6", { board = row }):play "c4":winners(), { 1 })
  row = { "......", "......", "XX.XXX", "......", "......", "......" }
  eq(position(PENTE .. ":size=6", { board = row }):play "c4":winners(), { 1 }, "more than five")
  local pair = { "......", "......", "XOO...", "......", "......", "......" }
  eq(position(PENTE .. ":size=6", { board = pair, taken = "8,0" }):play "d4":winners(), { 1 })
  eq(position(PENTE .. ":size=6", { board = pair, taken = "7,0" }):play "d4":outcome(), nil)
end)

-- What a stone on a cell takes, from the texts of the eight lines that begin there.
local function pente_taken(s, name, size)
  local cells, seat, count = cells_of(s.board, size), s:seat(), 0
  for dx = -1, 1 do
    for dy = -1, 1 do
      local line = ""
      for i = 1, 3 do line = line .. (cells[shifted(name, i * dx, i * dy)] or "-") end
      if (dx ~= 0 or dy ~= 0) and line == ("%d%d%d"):format(3 - seat, 3 - seat, seat) then
        count = count + 2
      end
    end
  end
  return count
end

test("pente: the captures of another implementation", function()
  local taken = 0
  for game = 1, 10 do
    local s, rng = start(PENTE .. ":size=6"), lab.rng(3, game)
    while s:seat() do
      local seat, move = s:seat(), s:random_move(rng)
      local wanted = s.taken[seat] + pente_taken(s, s:text(move), 6)
      taken = taken + wanted - s.taken[seat]
      s:play(move)
      eq(s.taken[seat], wanted)
    end
  end
  check.ok(taken > 20, "captures")
end)

-- ---- amazons ---------------------------------------------------------------

local WAYS = { { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { -1, -1 }, { 0, -1 },
  { 1, -1 } }

test("amazons: the start of the usual board", function()
  eq(start(AMAZONS):draw(), [[
10  . . . O . . O . . .
 9  . . . . . . . . . .
 8  . . . . . . . . . .
 7  O . . . . . . . . O
 6  . . . . . . . . . .
 5  . . . . . . . . . .
 4  X . . . . . . . . X
 3  . . . . . . . . . .
 2  . . . . . . . . . .
 1  . . . X . . X . . .
    a b c d e f g h i j
seat 1 to move]])
end)

test("amazons: an amazon moves, shoots, and may shoot where it came from", function()
  local s = position(AMAZONS .. ":columns=4,rows=4", { board = { "O...", "#...", "X#..", "##.." } })
  eq(moves(s), "a2-b3 a2-c4")
  s:play "a2-b3"
  eq({ s:seat(), s:describe("a2").text }, { 1, "a2" })
  eq(moves(s), "a2 b4 c2 c3 c4 d1 d3")
  s:play "a2"
  eq({ s:seat(), s.board[s.board:cell "a2"], s.board[s.board:cell "b3"] }, { 2, 3, 1 })
end)

test("amazons: whoever cannot move loses", function()
  local s = position(AMAZONS .. ":columns=4,rows=4", { board = { "O#..", ".#..", "##..", "...X" } })
  eq(s:outcome(), nil)
  s:play "d1-d2 d1"
  eq(s:after "a4-a3 a4":outcome(), nil)
  s = position(AMAZONS .. ":columns=4,rows=4", { board = { "O...", ".#..", "##..", "...X" } })
  eq(s:play "d1-c2 d3":outcome(), nil)
  eq(position(AMAZONS .. ":columns=4,rows=4", { board = { "O#..", "##..", "....", "...X" },
    seat = 2 }):after "pass":winners(), { 1 })
end)

-- The cells that a queen reaches on a board of names.
local function queen(cells, from)
  local list = {}
  for _, way in ipairs(WAYS) do
    local to = shifted(from, way[1], way[2])
    while cells[to] == "." do
      list[#list + 1] = to
      to = shifted(to, way[1], way[2])
    end
  end
  return list
end

-- Whether the player to move wins. The position is a text of cells in a fixed order.
local function amazons_wins(text, names, ours, theirs, known)
  if known[ours .. text] ~= nil then return known[ours .. text] end
  local cells, wins = {}, false
  for i, name in ipairs(names) do cells[name] = text:sub(i, i) end
  for _, from in ipairs(names) do
    if cells[from] == ours and not wins then
      for _, to in ipairs(queen(cells, from)) do
        cells[from], cells[to] = ".", ours
        for _, arrow in ipairs(wins and {} or queen(cells, to)) do
          cells[arrow] = "#"
          local after = {}
          for i, name in ipairs(names) do after[i] = cells[name] end
          cells[arrow] = "."
          if not amazons_wins(table.concat(after), names, theirs, ours, known) then
            wins = true
            break
          end
        end
        cells[from], cells[to] = ours, "."
      end
    end
  end
  known[ours .. text] = wins
  return wins
end

test("amazons: the values of another implementation", function()
  local names = {}
  for row = 1, 3 do
    for column = 1, 4 do names[#names + 1] = string.char(96 + column) .. row end
  end
  local spec = AMAZONS .. ":columns=4,rows=3"
  for _, text in ipairs { "XXXX....OOOO", "X..X....OOOO", "XX......OOOO", "X.X.#...O.O." } do
    local board = { text:sub(9), text:sub(5, 8), text:sub(1, 4) }
    local winner = lab.solve(spec, { set = "board=" .. table.concat(board, "/") }).winner
    eq(winner == 1, amazons_wins(text, names, "X", "O", {}), text)
  end
end)

-- ---- santorini -------------------------------------------------------------

local THREE = SANTORINI .. ":size=3,workers=1"

test("santorini: workers are placed, then move and build", function()
  local s = start(SANTORINI)
  eq({ s:count(), s:play "a1":seat(), s:play "b1":seat(), s:count() }, { 25, 1, 2, 23 })
  s:play "e5 d5"
  eq({ s:seat(), moves(s) }, { 1, "a1-a2 a1-b2 b1-a2 b1-b2 b1-c1 b1-c2" })
  s:play "b1-c2"
  eq({ s:seat(), moves(s) }, { 1, "b1 b2 b3 c1 c3 d1 d2 d3" })
  s:play "b1"
  eq({ s:seat(), s.level[2] }, { 2, 1 })
end)

test("santorini: up by one level at most, down by any number, and not on domes", function()
  local s = position(THREE, { worker = { "...", ".X.", "O.." }, level = { "012", "314", "023" } })
  eq(moves(s), "b2-a3 b2-b1 b2-b3 b2-c3")
  s:set("level", "012/320/023")
  eq(moves(s), "b2-a2 b2-a3 b2-b1 b2-b3 b2-c1 b2-c2 b2-c3")
end)

test("santorini: the third level wins, and so does an opponent who cannot move", function()
  local s = position(THREE, { worker = { "...", ".X.", "O.." }, level = { "000", "320", "000" } })
  eq(s:after "b2-a2":winners(), { 1 })
  s = position(THREE, { worker = { "...", "..X", "O.." }, level = { "000", "220", "010" } })
  eq(s:play "c2-b1":outcome(), nil, "it must build first")
  s = position(THREE, { worker = { "...", "X..", "..O" }, level = { "000", "012", "020" } })
  eq({ s:after "a2-a1 a2":outcome(), s:after "a2-a1 b2 pass":winners() }, { nil, { 1 } })
end)

test("santorini: domes are built on the third level", function()
  local s = position(THREE, { worker = { "...", ".X.", "O.." }, level = { "330", "000", "000" } })
  s:play "b2-c2"
  eq(moves(s), "b1 b2 b3 c1 c3")
  s:play "b3"
  eq({ s.level[8], s:seat() }, { 4, 2 })
end)

-- Whether the player to move wins: levels and workers as lists, by brute force.
local function santorini_wins(size, top, level, mine, other, known)
  local key = table.concat(level, ",") .. ":" .. mine .. ":" .. other
  if known[key] ~= nil then return known[key] end
  local wins = false
  local function near(a, b)
    return a ~= b and math.abs((a - 1) % size - (b - 1) % size) <= 1
      and math.abs((a - 1) // size - (b - 1) // size) <= 1
  end
  for to = 1, size * size do
    if near(mine, to) and to ~= other and level[to] <= top and level[to] <= level[mine] + 1 then
      if level[to] == top then wins = true end
      for site = 1, size * size do
        if not wins and near(to, site) and site ~= other and level[site] <= top then
          level[site] = level[site] + 1
          wins = not santorini_wins(size, top, level, other, to, known)
          level[site] = level[site] - 1
        end
      end
    end
  end
  known[key] = wins
  return wins
end

test("santorini: the values of another implementation", function()
  for _, case in ipairs { { 2, 1 }, { 2, 2 }, { 2, 3 }, { 3, 1 } } do
    local size, top = case[1], case[2]
    local spec = ("%s:size=%d,workers=1,top=%d"):format(SANTORINI, size, top)
    local level, known, wins = {}, {}, false
    for i = 1, size * size do level[i] = 0 end
    for mine = 1, size * size do
      local lost = false
      for other = 1, size * size do
        lost = lost or mine ~= other and not santorini_wins(size, top, level, mine, other, known)
      end
      wins = wins or not lost
    end
    eq(lab.solve(spec).winner, wins and 1 or 2, spec)
  end
end)

-- ---- onitama ---------------------------------------------------------------

-- The cards as they are printed: the piece is in the middle and goes up.
local PICTURES = {
  tiger = "..x../...../..o../..x../.....", dragon = "...../x...x/..o../.x.x./.....",
  frog = "...../.x.../x.o../...x./.....", rabbit = "...../...x./..o.x/.x.../.....",
  crab = "...../..x../x.o.x/...../.....", elephant = "...../.x.x./.xox./...../.....",
  goose = "...../.x.../.xox./...x./.....", rooster = "...../...x./.xox./.x.../.....",
  monkey = "...../.x.x./..o../.x.x./.....", mantis = "...../.x.x./..o../..x../.....",
  horse = "...../..x../.xo../..x../.....", ox = "...../..x../..ox./..x../.....",
  crane = "...../..x../..o../.x.x./.....", boar = "...../..x../.xox./...../.....",
  eel = "...../.x.../..ox./.x.../.....", cobra = "...../...x./.xo../...x./.....",
}

-- The cards of both seats and the one aside, as the drawing of a position names them.
local function onitama_cards(s)
  local drawing = s:draw()
  local cards = { {}, {} }
  for seat = 1, 2 do
    local first, second = drawing:match(("seat %d: (%%l+)[^\n]*; (%%l+)"):format(seat))
    cards[seat] = { first, second }
  end
  return cards
end

test("onitama: the moves of another implementation, by the pictures of the cards", function()
  local function expected(s)
    local cells, counts = cells_of(s.board, 5), { 0, 0, 0, 0 }
    for _, value in pairs(cells) do
      if value > 0 then counts[value] = counts[value] + 1 end
    end
    if counts[3] == 0 or counts[4] == 0 or cells.c5 == 3 or cells.c1 == 4 then return true end
    local list, seat = {}, s:seat()
    local sign = seat == 1 and 1 or -1
    for _, card in ipairs(onitama_cards(s)[seat]) do
      local row, column = 0, 0
      for mark in PICTURES[card]:gmatch "[.xo]" do
        for name, value in pairs(mark == "x" and cells or {}) do
          local to = shifted(name, sign * (column - 2), sign * (2 - row))
          local mine = value == seat or value == seat + 2
          if mine and cells[to] and cells[to] ~= seat and cells[to] ~= seat + 2 then
            list[#list + 1] = ("%s:%s-%s"):format(card, name, to)
          end
        end
        column = column + 1
        if column == 5 then row, column = row + 1, 0 end
      end
    end
    return false, sorted(#list > 0 and list or onitama_cards(s)[seat])
  end
  compare(ONITAMA, 20, expected)
end)

test("onitama: the card that was used lies aside, and the other one is taken", function()
  local s = start(ONITAMA):set { card = "1,5,2,3", aside = "9" }
  has(s:draw(), "seat 1: tiger ↑↑ ↓; crab ↑ ←← →→")
  s:play "tiger:a1-a3"
  eq({ table.concat(s.card, ","), s.aside[1] }, { "5,9,2,3", 1 })
  eq(s:describe "dragon:b5-d4", { text = "dragon:b5-d4", kind = "move", piece = "dragon",
    from = "b5", to = "d4" })
end)

test("onitama: the master is captured, or reaches the temple", function()
  local s = position(ONITAMA, { board = { "..o..", "..X..", "O....", ".....", "....." },
    card = "9,12,2,3", aside = "1" })
  eq(s:after "ox:c4-c5":winners(), { 1 })
  eq(position(ONITAMA .. ":temple=false", { board = { "..o..", "..X..", "O....", ".....", "....." },
    card = "9,12,2,3", aside = "1" }):play "ox:c4-c5":outcome(), nil)
  s = position(ONITAMA, { board = { "....O", "..X..", ".x...", ".....", "....." },
    card = "2,9,3,12", aside = "1" })
  eq(s:after "dragon:c4-e5":winners(), { 1 })
  eq(s:after "monkey:b3-a4":outcome(), nil)
end)

test("onitama: a player who cannot move exchanges a card", function()
  local s = position(ONITAMA .. ":size=3,temple=false", { board = { "OX.", ".x.", ".x." },
    card = "1,5,2,3", aside = "9" })
  eq({ moves(s), s:describe "crab".kind }, { "crab tiger", "exchange" })
  s:play "crab"
  eq({ table.concat(s.card, ","), s.aside[1], s:seat() }, { "1,9,2,3", 5, 2 })
end)

-- ---- can't stop ------------------------------------------------------------

local LENGTHS = { 3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3 }

-- What can be done with a roll: every order of the dice is tried.
local function cant_stop_moves(s)
  local found, dice, used = {}, s.dice, 0
  local function closed(sum)
    local length = LENGTHS[sum - 1]
    return s.place[sum - 1] == length or s.place[sum + 10] == length
      or s.runner[sum - 1] == length
  end
  for sum = 2, 12 do
    if s.runner[sum - 1] > 0 then used = used + 1 end
  end
  -- Whether the first sum, after the second one has taken `more` runners, can be used.
  local function usable(sum, more)
    return not closed(sum) and (s.runner[sum - 1] > 0 or used + more < 3)
  end
  for i = 1, 4 do
    for j = 1, 4 do
      if i ~= j then
        local a, b = dice[i] + dice[j], dice[1] + dice[2] + dice[3] + dice[4] - dice[i] - dice[j]
        local more = s.runner[a - 1] == 0 and 1 or 0
        if usable(a, 0) and (a == b or usable(b, more)) then
          found[math.min(a, b) .. "+" .. math.max(a, b)] = true
        elseif usable(a, 0) then
          found[tostring(a)] = true
        end
      end
    end
  end
  local list = {}
  for text in pairs(found) do list[#list + 1] = text end
  return #list > 0 and list or { "bust" }
end

test("can't stop: the moves of another implementation", function()
  compare(CANT_STOP, 4, function(s)
    for seat = 1, 2 do
      local tops = 0
      for column = 1, 11 do
        if s.place[11 * (seat - 1) + column] == LENGTHS[column] then tops = tops + 1 end
      end
      if tops >= 3 then return true end
    end
    return false, s.dice[1] > 0 and sorted(cant_stop_moves(s)) or "roll stop"
  end)
end)

test("can't stop: runners climb, and stay where they are after a stop", function()
  local s = start(CANT_STOP, "1356 6+9 roll 3366 9+9")
  eq({ s.runner[5], s.runner[8], s.place[5], s:seat() }, { 1, 3, 0, 1 })
  s:play "stop"
  eq({ s.place[5], s.place[8], s.runner[8], s:seat(), s:rolls_for() }, { 1, 3, 0, 0, 2 })
end)

test("can't stop: what was climbed in a turn is lost with a bust", function()
  local s = start(CANT_STOP):set { runner = "1,1,0,0,0,0,0,0,0,0,1", phase = 0 }
  s:play "3445"
  eq(moves(s), "bust")
  s:play "bust"
  eq({ s.runner[1], s.place[1], s:rolls_for() }, { 0, 0, 2 })
end)

test("can't stop: three tops win when the player stops", function()
  local s = start(CANT_STOP):set { place = "3,5,0,0,0,0,0,0,0,0,2" .. (",0"):rep(11), phase = 0 }
  s:play "6666 12+12"
  eq({ s:outcome(), s.runner[11] }, { nil, 3 })
  eq(s:play "stop":winners(), { 1 })
end)

return check.done()

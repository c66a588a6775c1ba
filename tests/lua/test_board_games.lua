-- Hex, Reversi, Breakthrough and Kalah in lua/games: positions made by hand for each rule, known
-- counts and values, and the yardsticks as second implementations.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local positions = require "positions"
local test, eq, raises = check.test, check.eq, check.raises
local start, texts, leaves = positions.start, positions.texts, positions.leaves

local HEX, REVERSI = "games/hex.lua", "games/reversi.lua"
local BREAKTHROUGH, KALAH = "games/breakthrough.lua", "games/kalah.lua"

local function perft(spec, counts)
  local s = start(spec)
  for depth, count in ipairs(counts) do eq(leaves(s, depth), count, spec .. " to " .. depth) end
end

-- A board from a drawing, with row 1 at the bottom: the value of the key `board` of s:set.
local function drawn(...)
  local rows, values = { ... }, {}
  for i = #rows, 1, -1 do
    for mark in rows[i]:gmatch "%S" do values[#values + 1] = (".XO"):find(mark, 1, true) - 1 end
  end
  return table.concat(values, ",")
end

-- The elements of an array or a grid, as s:set takes them.
local function numbers(array)
  local list = {}
  for i = 1, #array do list[i] = array[i] end
  return table.concat(list, ",")
end

-- ---- yardsticks ------------------------------------------------------------

local YARDSTICKS = arg[0]:match "^(.*/)" .. "yardsticks/"

-- Plays a game and its yardstick side by side, at random.
local function compare(name, options, games)
  local spec = ".lua" .. (options and ":" .. options or "")
  local fast, slow = lab.game("games/" .. name .. spec), lab.game(YARDSTICKS .. name .. spec)
  for index = 1, games do
    local s, t, rng = fast:start(), slow:start(), lab.rng(1, index)
    while s:seat() do
      eq({ s:seat(), s:moves() }, { t:seat(), t:moves() })
      local move = s:random_move(rng)
      eq(s:text(move), t:text(move))
      s:play(move)
      t:play(move)
    end
    eq({ s:outcome(), s:winners() }, { t:outcome(), t:winners() }, name .. spec)
  end
end

test("games and yardsticks have the same moves and results", function()
  compare("hex", nil, 5)
  compare("hex", "size=2", 40)
  compare("hex", "size=4", 40)
  compare("hex", "size=5,swap=false", 20)
  compare("hex", "size=19", 1)
  compare("reversi", nil, 20)
  compare("reversi", "size=4", 40)
  compare("reversi", "size=10", 4)
  compare("breakthrough", nil, 20)
  compare("breakthrough", "columns=2,rows=4", 40)
  compare("breakthrough", "columns=5,rows=6", 20)
  compare("kalah", nil, 40)
  compare("kalah", "houses=2,seeds=7", 60)
  compare("kalah", "houses=12,seeds=12,empty_capture=true", 4)
end)

test("games and yardsticks have the same runs", function()
  for _, name in ipairs { "hex", "reversi", "breakthrough", "kalah" } do
    local function played(folder)
      local out = os.tmpname()
      os.remove(out)
      lab.simulate { game = folder .. name .. ".lua", games = 30, moves = true, out = out }
      local tables = {}
      for i, name_of in ipairs { "games.csv", "moves.csv" } do
        local file <close> = assert(io.open(out .. "/" .. name_of))
        tables[i] = {}
        for line in file:lines() do -- without the path of the game and the parts of moves
          local kept = i == 1 and line:gsub('^".-",', "") or line:match '^[^"]*"?.-"?,%d+,'
          table.insert(tables[i], kept)
        end
        tables[i] = table.concat(tables[i], "\n")
      end
      os.execute("rm -r " .. out)
      return tables
    end
    local fast, slow = played "games/", played(YARDSTICKS)
    check.ok(#fast[1] > 500 and #fast[2] > 5000)
    check.ok(fast[1] == slow[1] and fast[2] == slow[2], name)
  end
end)

-- ---- hex -------------------------------------------------------------------

-- A position of a game; the drawing has row 1 at the bottom.
local function position(spec, seat, ...)
  return start(spec):set { board = drawn(...), seat = seat }
end

local THREE = HEX .. ":size=3"

test("hex: seat 1 connects the rows, seat 2 the columns", function()
  eq(position(THREE, 2, ". X .", ". X .", ". X ."):winners(), { 1 })
  eq(position(THREE, 2, "X . .", ". X .", ". . X"):winners(), { 1 }, "c1, b2 and a3 touch")
  eq(position(THREE, 2, ". . X", ". X .", "X . ."):outcome(), nil, "a1, b2 and c3 do not")
  eq(position(THREE, 2, ". . .", "X X X", ". . ."):outcome(), nil)
  eq(position(THREE, 1, ". . .", "O O O", ". . ."):winners(), { 2 })
  eq(position(THREE, 1, "O . .", ". O .", ". . O"):winners(), { 2 })
  eq(position(THREE, 1, ". O .", ". O .", ". O ."):outcome(), nil)
  eq(position(THREE, 1, "X O O", "X O .", ". . ."):play "a1":winners(), { 1 })
  eq(position(THREE, 2, "X O O", "X O .", ". . ."):play "a1":outcome(), nil)
end)

test("hex: seat 2 may take over the first stone, mirrored", function()
  local s = start(HEX, "b3")
  eq({ s:count(), s:text(s:moves()[121]) }, { 121, "swap" })
  s:play "swap"
  eq({ s:seat(), s:count(), s.board[s.board:cell "b3"], s.board[s.board:cell "c2"] },
    { 1, 120, 0, 2 })
  for _, line in ipairs { "b3 swap", "b3 c4", "b3 swap a1" } do
    s = start(HEX, line)
    raises("'swap' is not a legal move", s.play, s, "swap")
  end
  s = start(HEX .. ":swap=false", "b3")
  raises("'swap' is not a legal move", s.play, s, "swap")
  raises("'swap' is not a legal move", s.play, start(HEX), "swap")
  eq(start(HEX, "c3 swap").board[25], 2)
end)

test("hex: a full board has one winner", function()
  for index = 1, 20 do
    local s, rng = start(HEX .. ":size=6,swap=false"), lab.rng(2, index)
    for cell = 1, 36 do s.board[cell] = rng(2) end
    check.differs(s.board:connects(1, "bottom", "top"), s.board:connects(2, "left", "right"))
  end
end)

test("hex: drawing, options", function()
  eq(start(THREE, "b3 swap a1"):draw(), [[
    a b c
  1  X . .
   2  . . O
    3  . . .
X connects top and bottom, O left and right
seat 2 to move]])
  raises("size=1 is not allowed", lab.game, HEX .. ":size=1")
  raises("size=20 is not allowed", lab.game, HEX .. ":size=20")
end)

-- The openings that win on small boards are well known.
test("hex: solved openings", function()
  local function wins(spec)
    local list = {}
    for _, move in ipairs(lab.solve(spec, { quick = true }).moves) do
      if move.value == "win" then list[#list + 1] = move.move end
    end
    table.sort(list)
    return table.concat(list, " ")
  end
  eq(wins(HEX .. ":size=2,swap=false"), "a2 b1")
  eq(wins(THREE .. ",swap=false"), "a2 a3 b2 c1 c2")
  eq(lab.solve(HEX .. ":size=2").winner, 2, "who swaps if the first stone is strong")
end)

test("hex: the evaluation counts missing stones", function()
  local function value(...) return position(...):evaluate()[1] end
  eq(value(THREE, 1, ". . .", ". X .", ". . .") > 0.7, true)
  eq(value(THREE, 1, ". . .", ". O .", ". . .") < 0.4, true)
end)

-- ---- reversi ---------------------------------------------------------------

local FOUR = REVERSI .. ":size=4"

test("reversi: perft", function() perft(REVERSI, { 4, 12, 56, 244, 1396 }) end)

test("reversi: the start", function()
  local s = start(REVERSI)
  eq({ s.board[s.board:cell "d4"], s.board[s.board:cell "e5"] }, { 2, 2 })
  eq({ s.board[s.board:cell "d5"], s.board[s.board:cell "e4"] }, { 1, 1 })
  eq(texts(s), "d3 c4 f5 e6")
  eq(s:play "d3":draw(), [[
    a b c d e f g h
 1  . . . . . . . .
 2  . . . . . . . .
 3  . . . X . . . .
 4  . . . X X . . .
 5  . . . X O . . .
 6  . . . . . . . .
 7  . . . . . . . .
 8  . . . . . . . .
seat 2 to move]])
  eq(texts(s), "c3 e3 c5")
end)

test("reversi: all enclosed discs are turned over, in all directions", function()
  local s = position(REVERSI .. ":size=6", 1,
    "X . . . . X",
    ". . . O O .",
    ". O O O . .",
    "X O . O O X",
    ". O O O . .",
    "X . X . O .")
  eq(numbers(s:play "c3".board), drawn(
    "X . . . . X",
    ". . . O X .",
    ". O O X . .",
    "X X X X X X",
    ". X X O . .",
    "X . X . O ."))
end)

test("reversi: a player who cannot move passes", function()
  local s = position(FOUR, 2, ". . . .", ". . . .", ". . . .", "X O . .")
  eq({ s:outcome(), texts(s) }, { nil, "pass" })
  s:play "pass"
  eq({ s:seat(), texts(s) }, { 1, "c1" })
  eq(s:play "c1":winners(), { 1 })
end)

test("reversi: most discs win when neither can move", function()
  for _, seat in ipairs { 1, 2 } do
    eq(position(FOUR, seat, "O O . .", ". . . .", ". . . .", "X X . ."):outcome(), "draw")
    eq(position(FOUR, seat, "O O O .", ". . . .", ". . . .", "X X . ."):winners(), { 2 })
    eq(position(FOUR, seat, "O O . .", ". . . .", ". . . .", "X X X ."):winners(), { 1 })
  end
  eq(position(FOUR, 1, "X X X X", "X X X X", "O O O O", "O O O ."):outcome(), nil)
end)

test("reversi: options", function()
  eq(texts(start(FOUR)), "b1 a2 d3 c4")
  raises("size=7 is not allowed", lab.game, REVERSI .. ":size=7")
  raises("size=2 is not allowed", lab.game, REVERSI .. ":size=2")
  raises("size=28 is not allowed", lab.game, REVERSI .. ":size=28")
end)

test("reversi: the evaluation likes corners and moves", function()
  local function value(...) return position(...):evaluate()[1] end
  eq(value(FOUR, 1, "X . . .", ". X O .", ". O X .", ". . . .") > 0.6, true)
  eq(value(FOUR, 1, "O . . .", ". X O .", ". O X .", ". . . .") < 0.4, true)
end)

-- ---- breakthrough ----------------------------------------------------------

local SMALL = BREAKTHROUGH .. ":columns=3,rows=5"

-- The counts come from a program of its own.
test("breakthrough: perft", function()
  perft(BREAKTHROUGH, { 22, 484, 11132 })
  perft(SMALL, { 7, 42, 276, 1776, 11860 })
  perft(BREAKTHROUGH .. ":columns=2,rows=4", { 2, 6, 20, 50, 128, 220, 398, 578, 732, 644 })
end)

test("breakthrough: pawns step forward, and capture diagonally", function()
  local s = position(SMALL, 1, ". . .", "O . O", ". O .", "X X .", ". . .")
  eq(texts(s), "a2-a3 a2xb3 b2-a3 b2-c3")
  eq(texts(s:set("seat", 2)), "b3xa2 b3-c2 a4-a3 c4-c3")
  raises("'b3-b2' is not a legal move", s.play, s, "b3-b2")
  s:play "b3xa2"
  eq({ s.board:count(1), s.board:count(2), s.board[4], s.board[8] }, { 1, 3, 2, 0 })
end)

test("breakthrough: the last row wins, and so does capturing all pawns", function()
  eq(position(SMALL, 1, ". O .", ". . X", ". . .", ". . .", ". . ."):play "c4xb5":winners(), { 1 })
  eq(position(SMALL, 1, ". O .", ". . X", ". . .", ". . .", ". . ."):play "c4-c5":winners(), { 1 })
  eq(position(SMALL, 2, ". . .", ". . X", ". . .", "O . .", ". . ."):play "a2-a1":winners(), { 2 })
  eq(position(SMALL, 1, ". . .", ". . .", ". O .", "X . .", ". . ."):play "a2xb3":winners(), { 1 })
  eq(position(SMALL, 2, ". . .", ". . .", ". O .", "X . .", ". . ."):play "b3xa2":winners(), { 2 })
  eq(position(SMALL, 2, ". . .", ". . .", ". O .", "X . .", ". . ."):play "b3-b2":outcome(), nil)
end)

test("breakthrough: drawing, options", function()
  eq(start(SMALL, "b2-b3 a4xb3"):draw(),
    " 5  O O O\n 4  . O O\n 3  . O .\n 2  X . X\n 1  X X X\n    a b c\nseat 1 to move")
  raises("rows=3 is not allowed", lab.game, BREAKTHROUGH .. ":rows=3")
  raises("columns=1 is not allowed", lab.game, BREAKTHROUGH .. ":columns=1")
end)

test("breakthrough: the evaluation likes pawns, and those ahead", function()
  local function value(...) return position(...):evaluate()[1] end
  eq(value(SMALL, 1, ". O O", ". . .", ". . .", ". . .", "X X X") > 0.6, true)
  eq(value(SMALL, 2, ". O O", ". X .", ". . .", ". . .", ". . X") > 0.5, true)
  eq(value(SMALL, 2, ". O O", ". . .", ". . .", ". . .", ". X X"), 0.5)
end)

-- ---- symmetries and bots ---------------------------------------------------

test("symmetric positions are solved once", function()
  for _, spec in ipairs { THREE .. ",swap=false", HEX .. ":size=2",
    BREAKTHROUGH .. ":columns=2,rows=5" } do
    local once, each = lab.solve(spec), lab.solve(spec, { plain = true })
    eq({ once.winner, once.plies }, { each.winner, each.plies }, spec)
    check.ok(once.positions < 0.6 * each.positions, spec)
  end
end)

test("evaluations make bots strong", function()
  for _, spec in ipairs { HEX .. ":size=5", REVERSI, BREAKTHROUGH, KALAH } do
    local run = lab.simulate { game = spec, bots = { "greedy", "random" }, rotate = true,
      games = 40 }
    check.ok(run.bot[1].rate > 0.7, spec .. ": " .. run.bot[1].rate)
  end
end)

-- ---- kalah -----------------------------------------------------------------

-- A position of Kalah(6,4): the houses and the store of seat 1, then those of seat 2.
local function kalah(pit, seat) return start(KALAH):set { pit = pit, seat = seat or 1 } end

local function pits(s) return numbers(s.pit) end

test("kalah: sowing, and another turn after a last seed in the store", function()
  local s = start(KALAH, "c")
  eq({ s:seat(), pits(s) }, { 1, "4,4,0,5,5,5,1,4,4,4,4,4,4,0" })
  s:play "f"
  eq({ s:seat(), pits(s) }, { 2, "4,4,0,5,5,0,2,5,5,5,5,4,4,0" })
  eq(texts(s), "A B C D E F")
  s:play "B"
  eq({ s:seat(), pits(s) }, { 2, "4,4,0,5,5,0,2,5,0,6,6,5,5,1" })
  eq(texts(s), "A C D E F")
  raises("'B' is not a legal move", s.play, s, "B")
end)

test("kalah: the opponent's store is left out", function()
  local s = kalah("0,1,0,0,0,9,0,1,0,0,0,0,0,0"):play "f"
  eq({ s:seat(), pits(s) }, { 2, "1,2,0,0,0,0,1,2,1,1,1,1,1,0" })
  s = kalah("1,0,0,0,0,0,0,0,1,0,0,0,9,0", 2):play "F"
  eq({ s:seat(), pits(s) }, { 1, "2,1,1,1,1,1,0,1,2,0,0,0,0,1" })
end)

test("kalah: a last seed in an empty house captures the house opposite", function()
  local s = kalah("1,0,3,0,0,0,5,2,2,2,2,7,2,1"):play "a"
  eq({ s:seat(), pits(s) }, { 2, "0,0,3,0,0,0,13,2,2,2,2,0,2,1" })
  s = kalah("1,2,3,4,5,6,0,1,0,0,0,0,2,1", 2):play "A"
  eq({ s:seat(), pits(s) }, { 1, "1,2,3,4,0,6,0,0,0,0,0,0,2,7" })
  eq(pits(kalah("1,1,3,0,0,0,5,2,2,2,2,7,2,1"):play "a"), "0,2,3,0,0,0,5,2,2,2,2,7,2,1",
    "the house was not empty")
  eq(pits(kalah("0,0,3,0,0,2,5,0,2,2,2,7,2,1"):play "f"), "0,0,3,0,0,0,6,1,2,2,2,7,2,1",
    "the house is the opponent's")
  eq(pits(kalah("13,0,0,0,0,0,0,1,1,1,1,1,1,0"):play "a"), "0,1,1,1,1,1,4,2,2,2,2,2,0,0",
    "around the board into the house it came from")
end)

test("kalah: nothing is captured if the house opposite is empty, unless empty_capture", function()
  local pit = "1,0,3,0,0,0,5,2,2,2,2,0,2,1"
  eq(pits(kalah(pit):play "a"), "0,1,3,0,0,0,5,2,2,2,2,0,2,1")
  eq(pits(start(KALAH .. ":empty_capture=true"):set { pit = pit }:play "a"),
    "0,0,3,0,0,0,6,2,2,2,2,0,2,1")
end)

test("kalah: the end", function()
  local s = kalah("0,0,0,0,0,1,20,1,2,0,0,0,0,24"):play "f"
  eq({ pits(s), s:winners() }, { "0,0,0,0,0,0,21,0,0,0,0,0,0,27", { 2 } })
  s = kalah("0,0,0,0,0,1,23,1,2,0,0,0,0,21"):play "f"
  eq({ s:outcome(), s:winners() }, { "draw", {} })
  s = kalah("0,1,0,0,1,0,21,0,0,0,0,0,5,20", 1):play "e"
  eq({ s:seat(), s:outcome() }, { 2, nil }, "seeds are left on both sides")
  s = kalah("0,2,1,0,1,0,22,1,0,0,0,0,0,21", 2):play "A"
  eq({ s:winners(), pits(s) }, { { 1 }, "0,0,0,0,0,0,25,0,0,0,0,0,0,23" }, "capturing as it ends")
  eq(kalah("0,2,1,0,1,0,22,0,0,0,0,0,0,22", 2):winners(), { 1 }, "set up by hand")
end)

test("kalah: notation, drawing, options", function()
  eq(start(KALAH, "c f B"):draw(), [[
     F  E  D  C  B  A   seat 2
     5  5  6  6  0  5
  1                    2
     4  4  0  5  5  0
     a  b  c  d  e  f   seat 1
seat 2 to move, score 2 : 1]])
  local s = start(KALAH .. ":houses=12,seeds=12")
  eq({ #s.pit, s.pit[24], texts(s) }, { 26, 12, "a b c d e f g h i j k l" })
  raises("houses=0 is not allowed", lab.game, KALAH .. ":houses=0")
  raises("did you mean 'seeds'?", lab.game, KALAH .. ":seed=3")
end)

-- Kalah once more, by lists of houses from the view of the player to move. Returns 1 if that
-- player wins, 0 for a draw, -1 for a loss.
local function kalah_value(mine, stored, theirs, lost, known)
  local key = table.concat(mine, ",") .. ":" .. stored .. ":" .. table.concat(theirs, ",")
  if known[key] then return known[key] end
  local best = -1
  for i = 1, #mine do
    local side, store, j, hand = { table.unpack(mine) }, stored, i, mine[i]
    local far, other, again = { table.unpack(theirs) }, lost, false
    side[i] = 0
    local near = true -- whether j is a house on this player's side
    for left = hand, 1, -1 do
      j, again = j + 1, false
      if j <= #mine then
        local list = near and side or far
        list[j] = list[j] + 1
      elseif near then
        store, near, again, j = store + 1, false, true, 0
      else
        near, j = true, 1
        side[1] = side[1] + 1
      end
      local opposite = #mine + 1 - j
      if left == 1 and near and side[j] == 1 and far[opposite] > 0 then
        store, side[j], far[opposite] = store + 1 + far[opposite], 0, 0
      end
    end
    local a, b = 0, 0
    for k = 1, #mine do a, b = a + side[k], b + far[k] end
    local value
    if hand == 0 then
      value = -1
    elseif a == 0 or b == 0 then
      local lead = store + a - other - b
      value = lead > 0 and 1 or lead < 0 and -1 or 0
    elseif again then
      value = kalah_value(side, store, far, other, known)
    else
      value = -kalah_value(far, other, side, store, known)
    end
    best = math.max(best, value)
  end
  known[key] = best
  return best
end

-- The values are those of Irving, Donkers and Uiterwijk, Solving Kalah (2000).
test("kalah: solved values of small boards", function()
  for houses, row in ipairs { { 0, -1, 1, -1, 1, 0 }, { 1, -1, -1, -1, 1, 1 }, { 0, 1 } } do
    for seeds, wanted in ipairs(row) do
      local side = {}
      for i = 1, houses do side[i] = seeds end
      local spec = ("%s:houses=%d,seeds=%d"):format(KALAH, houses, seeds)
      eq(kalah_value(side, 0, side, 0, {}), wanted, spec)
      local winner = lab.solve(spec).winner
      eq(winner == 1 and 1 or winner == 2 and -1 or 0, wanted, spec)
    end
  end
end)

-- The counts come from a program of its own.
test("kalah: perft", function()
  perft(KALAH, { 6, 35, 185, 942, 4690 })
  perft(KALAH .. ":houses=3,seeds=2", { 3, 8, 19, 40, 81, 150, 265, 431 })
end)

return check.done()

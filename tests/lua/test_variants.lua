-- The included variants and modifiers, and the features of lab.variant: each variant changes
-- what its header says, and everything else is as in the base game.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local positions = require "positions"
local test, eq, has, raises = check.test, check.eq, check.has, check.raises
local start, variant = positions.start, positions.variant

local function texts(s)
  local list = {}
  for i, move in ipairs(s:moves()) do list[i] = s:text(move) end
  table.sort(list)
  return list
end

local function minus(list, other)
  local seen, left = {}, {}
  for _, item in ipairs(other) do seen[item] = true end
  for _, item in ipairs(list) do
    if not seen[item] then left[#left + 1] = item end
  end
  return left
end

local function perft(s, depth)
  if depth == 0 then return 1 end
  local sum = 0
  for _, move in ipairs(s:moves()) do sum = sum + perft(s:after(move), depth - 1) end
  return sum
end

-- Checks that a variant has the base game's moves at the start and after random plies, as
-- long as its own rules do not matter.
local function starts_like(spec, base)
  eq(texts(start(spec)), texts(start(base)), spec)
  eq(start(spec):count(), start(base):count(), spec)
  eq(start(spec):seat(), 1, spec)
end

-- ---- the files -------------------------------------------------------------

local ROWS = "variants/dorix_rows.lua"

test("dorix_rows: a full row wins", function()
  starts_like(ROWS, "dorix")
  for _, row in ipairs { 1, 2, 3, 4 } do
    local cells = { ["a" .. row] = 1, ["b" .. row] = 1, ["c" .. row] = "21", hand1 = 9, hand2 = 9 }
    eq(start(ROWS):set(cells):play("d" .. row):winners(), { 1 }, "row " .. row)
    eq(start "dorix":set(cells):play("d" .. row):outcome(), nil, "not in dorix")
  end
  local column = { a1 = 1, a2 = 1, a3 = 1, hand1 = 9, hand2 = 9 }
  eq(start(ROWS):set(column):play "a4":outcome(), nil, "a column does not win")
  local broken = { a1 = 1, b1 = 2, c1 = 1, hand1 = 9, hand2 = 9 }
  eq(start(ROWS):set(broken):play "d1":outcome(), nil)
end)

test("dorix_rows: any mover can complete a row, and diagonals still win", function()
  local theirs = { a1 = 2, b1 = 2, c1 = 2, d1 = 2, hand1 = 9, hand2 = 9 }
  eq(start(ROWS):set(theirs):winners(), { 2 }, "as if seat 2 had moved")
  theirs.seat = 2
  eq(start(ROWS):set(theirs):winners(), { 2 }, "as if seat 1 had moved")
  local diagonal = { a1 = 1, b2 = 1, c3 = 1, hand1 = 9, hand2 = 9 }
  eq(start(ROWS):set(diagonal):play "d4":winners(), { 1 })
end)

test("dorix_rows: play continues if two sides have a line each", function()
  local both = { hand1 = 5, hand2 = 5 }
  for _, column in ipairs { "a", "b", "c", "d" } do
    both[column .. 1], both[column .. 3] = 1, 2
  end
  local s = start(ROWS):set(both)
  eq(s:outcome(), nil)
  eq(s:play "a4":outcome(), nil)
  both.a4, both.b4, both.c4, both.d4 = 2, 2, 2, 2
  eq(start(ROWS):set(both):outcome(), nil)
  both.a1 = "-"
  eq(start(ROWS):set(both):winners(), { 2 }, "two lines of one side win")
end)

test("dorix_rows: sizes and teams", function()
  local three = { a2 = 1, b2 = 1, hand1 = 9, hand2 = 9 }
  eq(start(ROWS .. ":size=3"):set(three):play "c2":winners(), { 1 })
  local four = { a2 = 1, b2 = 3, c2 = 3, hand1 = 5, hand3 = 5 }
  eq(start(ROWS .. ":players=4"):set(four):play "d2":winners(), { 1, 3 })
  eq(start(ROWS .. ":players=4,teams=false"):set(four):play "d2":outcome(), nil)
end)

test("dorix_rows: boards that are not square", function()
  local wide = ROWS .. ":columns=5,rows=3"
  local row = { a2 = 1, b2 = 1, c2 = 1, hand1 = 9, hand2 = 9 }
  eq(start(wide):set(row):play "d2":outcome(), nil)
  row.d2 = 1
  eq(start(wide):set(row):play "e2":winners(), { 1 })
  -- All main diagonals win, as in the base game.
  for _, line in ipairs { "a1 b2 c3", "b1 c2 d3", "c1 d2 e3", "a3 b2 c1", "c3 d2 e1" } do
    local first, second, third = line:match "(..) (..) (..)"
    local cells = { [first] = 1, [second] = 1, hand1 = 9, hand2 = 9 }
    eq(start(wide):set(cells):play(third):winners(), { 1 }, line)
  end
  local tall = ROWS .. ":columns=3,rows=6"
  eq(start(tall):set({ a6 = 1, b6 = 1, hand1 = 9, hand2 = 9 }):play "c6":winners(), { 1 })
  eq(start(tall):set({ a4 = 1, b5 = 1, hand1 = 9, hand2 = 9 }):play "c6":winners(), { 1 })
end)

local function seats_of(s, plies)
  local list = {}
  for i = 1, plies do
    list[i] = s:seat()
    s:play(s:moves()[1])
  end
  return table.concat(list)
end

test("dorix_two_moves: one move, then two each", function()
  local TWO = "variants/dorix_two_moves.lua"
  starts_like(TWO, "dorix")
  eq(seats_of(start(TWO), 7), "1221122")
  eq(seats_of(start(TWO .. ":players=3"), 9), "122331122")
  eq(start(TWO).two_moves_left, 1)
  local s = start(TWO):set { two_moves_left = 2, hand2 = 0, a1 = 1, hand1 = 14, seat = 2 }
  eq(texts(s), { "pass" }, "no pawn anywhere")
  s:play "pass"
  eq({ s:seat(), s.two_moves_left }, { 1, 2 }, "a pass ends a turn")
  local won = start(TWO):set { two_moves_left = 2, a1 = 1, b2 = 1, c3 = 1, hand1 = 9 }:play "d4"
  eq(won:winners(), { 1 }, "the first of two moves can win")
end)

-- Seat 1 has two towers, and finishes a third on c3.
local TOWERS = { a1 = "B1T2nA1", b2 = "B1T2eA1", c3 = "B1T2w", bases1 = 3, antennas1 = 4,
  thrusters2 = 3 }

test("orbital_misere: the owner of the towers loses", function()
  local MISERE = "variants/orbital_misere.lua"
  starts_like(MISERE, "orbital")
  eq(start "orbital":set(TOWERS):play "Ac3":winners(), { 1 })
  eq(start(MISERE):set(TOWERS):play "Ac3":winners(), { 2 })
  local few = ":bases=0,thrusters=0,antennas=1"
  eq(start(MISERE .. few, "Aa1 Ab1"):outcome(), "draw", "draws stay draws")
  eq(start(MISERE):set(TOWERS):play "Aa2":outcome(), nil)
end)

test("quoridor_dash: a wall buys a second step", function()
  local DASH = "variants/quoridor_dash.lua"
  local s = start(DASH)
  local dashes = minus(texts(s), texts(start "quoridor"))
  eq(dashes, { "d1+c1", "d1+d2", "e2+e3", "f1+f2", "f1+g1" })
  eq(#minus(texts(start "quoridor"), texts(s)), 0, "and all that the base game has")
  eq(s:describe "e2+e3", { text = "e2+e3", kind = "extra" })
  s:play "e2+e3"
  eq({ s:pawn(1), s:walls_left(1), s:walls_left(2), s:seat() }, { "e3", 9, 10, 2 })
  eq(s:walls(), {})
  eq(s:play "e8+e7":pawn(2), "e7")
  eq(s:play "e4":walls_left(1), 9, "a plain step costs nothing")
end)

test("quoridor_dash: without a wall, past a pawn, and to the goal", function()
  local DASH = "variants/quoridor_dash.lua"
  local poor = start(DASH):set("hand1", 0)
  eq(texts(poor), texts(start "quoridor":set("hand1", 0)))
  raises("is not a move", poor.play, poor, "e2+e3")
  local face = start(DASH):set { pawn1 = "e4", pawn2 = "e5" }
  check.ok(face:move "e6+e7", "a jump and a step")
  check.ok(face:move "d4+d5", "a step and a step")
  check.ok(face:move "d4+e4" == nil, "not there and back")
  local near = start(DASH):set { pawn1 = "e7", pawn2 = "a5" }
  eq(near:play "e8+e9":winners(), { 1 })
  local last = start(DASH):set { pawn1 = "e8", pawn2 = "a5" }
  for _, text in ipairs(texts(last)) do
    check.ok(not text:find "^e9%+", "a step that wins needs no second")
  end
  local four = start(DASH .. ":players=4", "e2+e3")
  eq({ four:seat(), four:walls_left(1) }, { 2, 4 })
end)

test("quoridor_handicap: seat 1 has three walls fewer", function()
  local HANDICAP = "variants/quoridor_handicap.lua"
  starts_like(HANDICAP, "quoridor")
  local s = start(HANDICAP)
  eq({ s:walls_left(1), s:walls_left(2), s:pawn(1), s:pawn(2) }, { 7, 10, "e1", "e9" })
  eq(start(HANDICAP .. ":walls=2"):walls_left(1), 0, "not less than none")
end)

test("quoridor_opening: four random plies from the game's stream", function()
  local game = lab.game "variants/quoridor_opening.lua"
  local seen, kinds = {}, 0
  for index = 0, 19 do
    local s = game:start(lab.rng(1, index))
    eq(s:seat(), 1)
    local walls = 20 - s:walls_left(1) - s:walls_left(2)
    eq(#s:walls(), walls)
    eq(s:key(), game:start(lab.rng(1, index)):key())
    if not seen[s:key()] then kinds = kinds + 1 end
    seen[s:key()] = true
  end
  eq(kinds, 20)
  eq(game:start():key(), game:start():key(), "without a stream always the same")
  local results = lab.match(game, { "random" }, 3, 5)
  eq(results, lab.match(game, { "random" }, 3, 5))
end)

test("quoridor_pie: seat 2 may swap, once", function()
  local PIE = "variants/quoridor_pie.lua"
  starts_like(PIE, "quoridor")
  local s = start(PIE, "e2")
  eq(minus(texts(s), texts(start("quoridor", "e2"))), { "swap" })
  eq(s:count(), start("quoridor", "e2"):count() + 1)
  local plain = s:after "e8"
  eq(texts(plain), texts(start("quoridor", "e2 e8")), "not for seat 1")
  eq(texts(plain:after "e3"), texts(start("quoridor", "e2 e8 e3")), "not later")
  s:play "swap"
  eq(s:seat(), 1)
  eq({ s:pawn(1), s:pawn(2) }, { "e9", "e2" })
  eq(s:goal(1)[1], "a1")
  eq(s:goal(2)[1], "a9")
  eq({ s:distance(1), s:distance(2) }, { 8, 7 })
  eq(texts(s), texts(start("quoridor", "e2")), "no swap back")
  has(s:draw(), "seat 1 has swapped: it plays the side of seat 2")
  s:play "e8 e2h"
  eq({ s:seat(), s:walls_left(1), s:walls_left(2) }, { 1, 10, 9 })
end)

test("quoridor_pie: who wins after a swap", function()
  local s = start("variants/quoridor_pie.lua:size=3", "b2 swap")
  eq({ s:pawn(1), s:pawn(2), s:seat() }, { "b3", "b2", 1 })
  eq(s:after "a3 b3":winners(), { 2 }, "the side that moved first is seat 2's")
  eq(s:after "b1":winners(), { 1 })
  check.differs(s:key(), start("variants/quoridor_pie.lua:size=3", "b2"):key())
end)

test("quoridor_walled: four walls, symmetric for both players", function()
  local WALLED = "variants/quoridor_walled.lua"
  local s = start(WALLED)
  eq(#s:walls(), 4)
  eq({ s:walls_left(1), s:walls_left(2), s:pawn(1), s:pawn(2) }, { 10, 10, "e1", "e9" })
  check.ok(s:distance(1) > 8, "the way bends")
  for size = 3, 11 do
    local good, game = pcall(lab.game, WALLED .. ":size=" .. size)
    check.ok(good, game)
    if good then
      s = game:start()
      eq(s:distance(1), s:distance(2), "size " .. size)
      check.ok(#s:walls() == 4 or #s:walls() == 0 and size < 5, "size " .. size)
      for _, wall in ipairs(s:walls()) do -- rotated by 180 degrees
        local column, row, way = wall:match "^(%l)(%d+)(%l)$"
        local turned = string.char(96 + size - (column:byte() - 96)) .. size - tonumber(row) .. way
        check.ok(s:wall_at(turned), ("size %d: %s, but not %s"):format(size, wall, turned))
      end
    end
  end
end)

-- All cells of the window but c2 hold S and L without a line; then nobody can lay an L.
local FULL = { b4 = "S", c4 = "L", d4 = "S", b3 = "S", c3 = "L", d3 = "L", b2 = "L", d2 = "L",
  small = 1, medium = 0, large = 1 }

test("tictacdoh3: if a player is blocked, the others share the win", function()
  local THREE = "variants/tictacdoh3.lua"
  starts_like(THREE, "tictacdoh:players=3")
  eq(lab.game(THREE):seats(), 3)
  for seat, wanted in ipairs { { 1, 3 }, { 1, 2 }, { 2, 3 } } do
    local s = start(THREE):set(FULL):set("seat", seat)
    eq(s:play "Sc2":winners(), wanted, "seat " .. seat)
    s = start "tictacdoh:players=3":set(FULL):set("seat", seat)
    eq(s:play "Sc2":winners(), { seat }, "seat " .. seat)
  end
  eq(start(THREE, "Lc3 Lc4 Lc2"):winners(), { 3 }, "a line wins alone")
  eq(start(THREE .. ":small=1,medium=0,large=0", "Sc3"):outcome(), "draw")
end)

test("a variant of tictacdoh may take pieces off", function()
  local spec = variant [[
return lab.variant {
  base = "tictacdoh",
  after = function(s, move, _, before)
    local is_large = before:part(move, "size") == "L"
    if is_large and before:part(move, "to") ~= "c3" then s:set("c3", "-") end
  end,
}]]
  local s, t = start(spec):play "Mc3 Sd4 Le5", start "tictacdoh"
  eq(texts(s), texts(t:set { c3 = "S", d4 = "L", small = 4, medium = 4, large = 4, seat = 2 }))
  s:play "Ld5"
  eq(texts(s), texts(t:set { c3 = "L", c4 = "L", d4 = "-", large = 3, seat = 1 }))
  check.ok(lab.simulate { game = spec, games = 50 })
end)

test("tictacdoh3: options reach the base game", function()
  local game = lab.game "variants/tictacdoh3.lua:small=4"
  eq({ game:option "small", game:option "players" }, { 4, 3 })
  eq(game:start():stash "S", 4)
  eq(game:spec(), "variants/tictacdoh3.lua:small=4")
  eq(game:base(), "tictacdoh:players=3,small=4")
  raises("did you mean 'small'?", lab.game, "variants/tictacdoh3.lua:smal=4")
end)

test("tictacdoh_no_repeat: never the same size twice in a row", function()
  local NO = "variants/tictacdoh_no_repeat.lua"
  starts_like(NO, "tictacdoh")
  local s, base = start(NO, "Sc3"), start("tictacdoh", "Sc3")
  local barred = minus(texts(base), texts(s))
  eq(#barred, 8)
  for _, text in ipairs(barred) do eq(text:sub(1, 1), "S") end
  eq(s:count(), base:count() - 8)
  eq({ start(NO).last or false, s.last }, { false, "S" })
  raises("'Sd3' is not legal: tictacdoh_no_repeat does not allow it", s.play, s, "Sd3")
  local barred_move = base:move "Sd3"
  eq(s:legal(barred_move), false)
  raises("is not a legal move of seat 2", s.play, s, barred_move)
  s:play "Md3"
  check.ok(s:move "Sd4" and not s:move "Mb3", "only the last size is barred")
end)

test("tictacdoh_no_repeat: a pass lifts the restriction", function()
  local NO = "variants/tictacdoh_no_repeat.lua"
  local small = start(NO, "Sc3").last
  local s = start(NO):set { c3 = "S", small = 2, medium = 0, large = 0, last = small }
  eq(texts(s), { "pass" })
  eq(s:random_move(), lab.pass)
  s:play "pass"
  eq({ s:seat(), s.last or false, s:count() }, { 2, false, 8 })
  eq(s:play "Sd3".last, small)
end)

test("tictacdoh_no_repeat: the restriction is part of the position", function()
  local NO = "variants/tictacdoh_no_repeat.lua"
  local last = start(NO, "Sc3 Md3").last
  local here = start(NO):set { c3 = "S", d3 = "M", small = 4, medium = 4, last = last }
  local shifted = start(NO):set { b3 = "S", c3 = "M", small = 4, medium = 4, last = last }
  eq(here:key(), start(NO, "Sc3 Md3"):key())
  check.differs(here:key(), shifted:key(), "hooks could tell a shifted board apart")
  check.differs(here:key(), start(NO, "Mc3 Sb3"):key(), "not if another size was last")
end)

test("tictacdoh_small: a smaller stash, without Lua hooks", function()
  local SMALL, SAME = "variants/tictacdoh_small.lua", "tictacdoh:small=4,medium=4,large=4"
  local s, t = start(SMALL), start(SAME)
  starts_like(SMALL, "tictacdoh")
  eq({ s:stash "S", s:stash "M", s:stash "L" }, { 4, 4, 4 })
  eq(perft(s, 3), perft(t, 3))
  eq(s:key(), t:key())
  eq(s:copy():playout(lab.rng(5)):key(), t:copy():playout(lab.rng(5)):key())
  eq(lab.game(SMALL):spec(), SMALL)
  eq(lab.game(SMALL .. ":small=5"):option "small", 5)
  eq(lab.game(SMALL .. ":small=4"):spec(), SMALL, "its own defaults are left out")
end)

-- ---- the modifiers ---------------------------------------------------------

test("pie on dorix", function()
  local spec = variant 'return m.pie "dorix"'
  starts_like(spec, "dorix")
  local s = start(spec, "b2 swap")
  eq({ s:seat(), s:owner "b2", s:hand(1), s:hand(2) }, { 1, 2, 15, 14 })
  eq({ s:controlled(1), s:controlled(2), s:pile "b2" }, { {}, { "b2" }, { 2 } })
  s:play "a2"
  eq({ s:owner "a2", s:seat() }, { 1, 2 })
  eq(s:play "a1 a3 c3 a4 d4":winners(), { 2 })
  has(s:draw(), "over: seat 2 wins")
end)

test("pie on dorix in teams: partners swap as well", function()
  local s = start(variant 'return m.pie "dorix:players=4"', "a1 swap")
  eq({ s:seat(), s:owner "a1", s:hand(2), s:hand(1) }, { 1, 2, 9, 10 })
  s:play "d1 b2 c1 c3" -- seats 1, 4, 3 and 2
  eq({ s:owner "b2", s:owner "c1", s:owner "c3", s:seat() }, { 4, 3, 2, 1 })
  eq(s:play "b1 d4":winners(), { 2, 4 })
  local three = start(variant 'return m.pie "dorix:players=3"', "a1 swap b1 c1")
  eq({ three:owner "a1", three:owner "b1", three:owner "c1", three:seat() }, { 2, 1, 3, 2 })
end)

test("pie on tictacdoh", function()
  local spec = variant 'return m.pie "tictacdoh"'
  starts_like(spec, "tictacdoh")
  local s = start(spec, "Lc3 swap")
  eq({ s:seat(), s:cell "c3" }, { 1, "L" })
  eq(s:after "Ld3 Lb3":winners(), { 2 })
  eq(s:after "Ld3 Mb3 Lb3":winners(), { 1 })
  eq(start(spec, "Lc3 Ld3 Lb3"):winners(), { 1 }, "without a swap")
  eq(lab.game(spec):name(), "tictacdoh_pie")
end)

test("pie on orbital: pieces show their seats", function()
  local s = start(variant 'return m.pie "orbital"', "Tb2n swap")
  eq({ s:piece("b2", "T"), s:hand(2, "T"), s:hand(1, "T"), s:seat() }, { 2, 5, 6, 1 })
  eq(s:constraint(), { "b3", "b4" })
end)

test("pie swaps a first turn of several moves as a whole", function()
  local s = start(variant 'return m.pie "games/amazons.lua"', "d1-d7")
  eq({ s:seat(), (s:move "swap") }, { 1 })
  s:play "g7"
  eq({ s:seat(), s:move "swap" ~= nil, s:after("swap"):side_of(1) }, { 2, true, 2 })
  s:play "g10-g8"
  eq({ s:seat(), (s:move "swap") }, { 2 })
  eq(start(variant 'return m.pie "games/kalah.lua"', "c f swap"):seat(), 1)
end)

test("two_moves counts the turns of its base, whatever their parts", function()
  local s = start(variant 'return m.two_moves "games/amazons.lua"')
  local seats = ""
  for _, move in ipairs { "d1-d2", "d1", "d10-d9", "d10", "g10-g9", "g10", "d2-d3", "d2" } do
    seats = seats .. s:seat()
    s:play(move)
  end
  eq({ seats, s:seat() }, { "11222211", 1 })
  s = start(variant 'return m.two_moves "games/cant_stop.lua"', "1356 6+9 roll 2345 6+8 stop")
  eq({ s:rolls_for(), s:play("1356 6+9 stop"):rolls_for() }, { 2, 2 })
  eq(s:play("1356 6+9 stop"):rolls_for(), 1)
end)

test("pie over two_moves, in one file", function()
  local spec = variant 'return m.pie(m.two_moves "dorix")'
  local game = lab.game(spec)
  eq({ game:name(), game:native() }, { "dorix_two_moves_pie", "dorix" })
  starts_like(spec, "dorix")
  eq(seats_of(start(spec), 7), "1221122")
  local s = start(spec, "b2")
  eq(s.two_moves_left, 2)
  s:play "swap"
  eq({ s:seat(), s.two_moves_left, s:owner "b2" }, { 1, 2, 2 })
  eq(seats_of(s, 6), "112211")
  local t = start(spec, "b2 a1")
  eq(t:seat(), 2)
  eq((t:move "swap"), nil, "not in the middle of a turn")
end)

test("two_moves over pie", function()
  local s = start(variant 'return m.two_moves(m.pie "dorix")', "b2")
  eq(s:seat(), 2)
  s:play "swap"
  eq(s:owner "b2", 2)
  check.ok(s:seat(), "goes on")
end)

test("modifiers fit bases with vars of any name", function()
  local inner = [[local inner = lab.variant { base = "dorix", vars = { ply = 0, left = 0 },
    after = function(s) s.ply, s.left = s.ply + 1, s.left - 1 end } ]]
  local s = start(variant(inner .. "return m.two_moves(m.pie(inner))"), "b2")
  s:play "swap"
  eq({ s.ply, s.left, s:owner "b2" }, { 1, -1, 2 })
end)

test("a modifier can be applied once", function()
  for _, name in ipairs { "pie", "two_moves" } do
    local other = name == "pie" and "two_moves" or "pie"
    raises(("modifiers.%s: the base already has this change"):format(name), start,
      variant(('return m.%s(m.%s(m.%s "dorix"))'):format(name, other, name)))
  end
  raises("a field cannot be called '_pie_first': the base game has one", start,
    variant 'return m.pie "variants/quoridor_pie.lua"')
end)

test("pie: the seat after the one that moves first may swap", function()
  for plies = 0, 3 do
    local game = lab.game(variant(('return m.pie(m.random_opening("dorix", %d))'):format(plies)))
    local s = game:start(lab.rng(plies))
    local first = s:seat()
    eq({ first, (s:move "swap") }, { plies % 2 + 1 })
    local move = s:moves()[1]
    local cell = s:describe(move).to
    s:play(move)
    eq({ s:seat(), s:owner(cell) }, { 3 - first, first })
    s:play "swap"
    eq({ s:seat(), s:owner(cell), (s:move "swap") }, { first, 3 - first })
    s:play(s:moves()[1])
    eq({ s:seat(), (s:move "swap") }, { 3 - first })
  end
end)

test("variants of variants, by file and with options", function()
  local spec = variant 'return m.pie "variants/quoridor_walled.lua:size=7"'
  local s = start(spec, "d2 swap")
  eq(s:walls(), start "variants/quoridor_walled.lua:size=7":walls())
  eq({ s:pawn(1), s:pawn(2) }, { "d7", "d2" })
  eq(lab.game(spec):name(), "quoridor_walled_pie")
  eq(lab.game(spec):option "size", 7)
  has(lab.game(spec .. ":size=9"):base(), "variants/quoridor_walled.lua$")
  eq(start(spec .. ":size=9"):pawn(1), "e1")
  local five = lab.game "variants/quoridor_pie.lua:size=5"
  eq(five:base(), "quoridor:size=5")
  eq(five:option "walls", 3, "what follows from the size still does")
  eq(five:start():play "c2 swap":pawn(1), "c5")
end)

test("a base file in the same folder", function()
  local inner = variant 'return lab.variant { name = "inner", base = "dorix:size=3" }'
  local name = inner:match "([^/]+)$"
  local s = start(variant(('return m.two_moves "%s"'):format(name)))
  eq(s:count(), 9)
  eq(s:play "a1 b1":seat(), 2)
end)

-- A turn that an outer layer gives to a seat is that seat's turn in all layers below.
test("a turn is given to a seat in all layers", function()
  local inner = [[local inner = lab.variant { base = "quoridor:size=5", vars = { x = 0 } } ]]
  for name, code in pairs {
    two_moves = inner .. "return m.two_moves(inner)",
    over_pie = 'return m.two_moves(m.pie "quoridor:size=5")',
  } do
    local s = start(variant(code), "c2 c4")
    eq({ s:seat(), s:pawn(2), s:move "c3" ~= nil, (s:move "c1") }, { 2, "c4", true }, name)
    eq(s:play "c3":seat(), 1, name)
  end
  local passes = start(variant(inner .. [[return lab.variant { base = inner,
    allow = function(_, _, seat) return seat == 2 end }]]))
  eq(texts(passes), { "pass" })
  eq({ passes:play "pass":seat(), passes:play "c4":pawn(2), passes:seat() }, { 2, "c4", 1 })
  local skips = start(variant(inner .. [[return lab.variant { base = inner,
    extra = function() return { "skip" } end, play = function() end }]]))
  eq({ skips:play "skip":seat(), skips:play "c4":pawn(2), skips:seat() }, { 2, "c4", 1 })
end)

-- "If all pass in succession it is a draw": all of them, not one of them twice.
test("two passes by one seat are not a draw", function()
  local s = start(variant [[return lab.variant { base = "quoridor:size=5", vars = { n = 0 },
    allow = function(_, _, seat) return seat == 2 end,
    after = function(s) s.n = s.n + 1 end,
    next_seat = function(s, seat) if s.n % 3 ~= 0 then return seat end end }]])
  eq(s:play "pass pass":outcome(), nil)
  eq(s:play "pass":seat(), 2)
end)

test("handicap on each game", function()
  local d = start(variant 'return m.handicap("dorix", 2, 4)')
  eq({ d:hand(1), d:hand(2) }, { 15, 11 })
  local o = start(variant 'return m.handicap("orbital", 1, 2)')
  for _, kind in ipairs { "base", "thruster", "antenna" } do
    eq({ o:hand(1, kind), o:hand(2, kind) }, { 4, 6 }, kind)
  end
  local q = start(variant 'return m.handicap("quoridor:players=4", 3, 2)')
  eq({ q:walls_left(1), q:walls_left(3) }, { 5, 3 })
  eq(start(variant 'return m.handicap("dorix", 1, 40)'):hand(1), 0)
  local p = start(variant 'return m.handicap(m.pie "quoridor", 1, 3)', "e2 swap")
  eq({ p:walls_left(1), p:walls_left(2) }, { 10, 7 })
end)

test("handicap refuses games without pieces of each seat", function()
  raises("a handicap needs a game in which each seat has its own pieces: quoridor, dorix "
    .. "or orbital, not tictacdoh", lab.game, variant 'return m.handicap("tictacdoh", 1, 1)')
  raises("orbital, not nim", lab.game, variant 'return m.handicap("games/nim.lua", 1, 1)')
  raises("seats are 1 to", lab.game, variant 'return m.handicap("dorix", 3, 1)')
end)

test("random_opening on other games, and past the end of the game", function()
  local game = lab.game(variant 'return m.random_opening("dorix", 3)')
  local s = game:start(lab.rng(2))
  eq({ s:seat(), s:hand(1) + s:hand(2) }, { 2, 27 })
  local over = start(variant 'return m.random_opening("tictacdoh:small=1,medium=0,large=0", 5)')
  eq(over:outcome(), "draw")
end)

-- ---- what any variant can do -----------------------------------------------

local VARS = [[return lab.variant { base = "quoridor:size=3,walls=1",
  vars = { n = 7, list = { 4, 5 } } }]]

test("vars are part of the position", function()
  local s = start(variant(VARS))
  eq({ s.n, s.list[1], s.list[2], s.list[3], #s.list }, { 7, 4, 5, nil, 2 })
  local t = s:copy()
  t.n = 8
  eq({ s.n, t.n }, { 7, 8 })
  check.differs(s:key(), t:key(), "the key knows")
  t.n = 7
  eq(s:key(), t:key())
  t.list[2] = 6
  check.differs(s:key(), t:key())
  eq(s.list[2], 5)
  eq(t:assign(s).list[2], 5)
  eq(s:after "b2".n, 7)
  t:set { n = -3, list = "8,9" }
  eq({ t.n, t.list[1], t.list[2] }, { -3, 8, 9 })
  has(t:draw(), "n: -3")
  has(t:draw(), "list: 8 9")
  has(t:game():about().keys, "list (2 integers, separated by commas), n, ")
  eq(t:set("pawn1", "a1"):pawn(1), "a1", "what the base game can set, too")
end)

test("vars refuse wrong values", function()
  local s = start(variant(VARS))
  raises("n takes integers", function() s.n = 1.5 end)
  raises("n takes ", function() s.n = 1 << 31 end)
  raises("n takes ", function() s.n = "x" end)
  raises("has no field 'm'", function() s.m = 1 end)
  raises("list is an array: set its elements, as in s.list[1] = 0", function() s.list = 3 end)
  s.list[3] = 3
  raises("list has elements 1 to 2, not 3", s.key, s)
  s.list[3], s.list[1] = nil, {}
  raises("list takes integers: element 1 is a table", s.key, s)
  s.list[1] = 4
  raises("n takes 1 integer, not 'x'", s.set, s, "n=x")
  raises("list takes 2 integers, separated by commas, not '1'", s.set, s, "list=1")
  raises("has no key 'm'", s.set, s, "m=1")
  eq(s.m, nil)
end)

test("a variant that changes nothing counts moves as the base game does", function()
  local native = perft(start "quoridor:size=3,walls=1", 3)
  eq(perft(start(variant(VARS)), 3), native)
  eq(perft(start(variant [[return lab.variant { base = "quoridor:size=3,walls=1",
    after = function() end, allow = function() return true end }]]), 3), native)
end)

test("playouts run natively after a setup", function()
  local s, t = start "variants/quoridor_handicap.lua", start "quoridor":set("hand1", 7)
  for index = 1, 5 do
    local a, b = s:copy():playout(lab.rng(1, index)), t:copy():playout(lab.rng(1, index))
    eq({ a:winners(), a:pawn(1), a:pawn(2), a:walls() },
      { b:winners(), b:pawn(1), b:pawn(2), b:walls() })
  end
  for _, spec in ipairs { ROWS, "variants/quoridor_pie.lua:size=5", "variants/orbital_misere.lua",
    "variants/tictacdoh3.lua", "variants/tictacdoh_no_repeat.lua",
    "variants/quoridor_dash.lua:size=5" } do
    eq(start(spec):playout(lab.rng(1)):key(), start(spec):playout(lab.rng(1)):key(), spec)
    check.ok(start(spec):playout(lab.rng(1)):outcome(), spec)
  end
end)

test("a seat without an allowed move passes; if all pass the game is a draw", function()
  local s = start(variant [[return lab.variant { base = "dorix:players=3", vars = { shut = 0 },
    allow = function(s) return s.shut == 0 end }]])
  s:play "a1"
  s.shut = 1
  eq(texts(s), { "pass" })
  eq(s:count(), 1)
  eq(s:legal(lab.pass), true)
  raises("seat 2 has no move and must pass", s.play, s, "a2")
  s:play "pass pass"
  eq({ s:seat(), s:outcome() }, { 1 })
  local opened = s:copy()
  opened.shut = 0
  opened:play "b1"
  opened.shut = 1
  eq(opened:play "pass pass":outcome(), nil, "not in succession")
  eq(s:play "pass":outcome(), "draw")
  eq(s:winners(), {})
end)

test("random moves of a variant are uniform over the allowed moves", function()
  local s = start(variant [[return lab.variant { base = "dorix",
    allow = function(s, move) return s:text(move):find "^a" end }]])
  eq(texts(s), { "a1", "a2", "a3", "a4" })
  local drawn, rng = {}, lab.rng(5)
  for _ = 1, 2000 do
    local text = s:text(s:random_move(rng))
    drawn[text] = (drawn[text] or 0) + 1
  end
  for _, text in ipairs(texts(s)) do check.ok(math.abs(drawn[text] - 500) < 100, text) end
end)

test("next_seat decides who moves", function()
  local function next_seat(answer)
    return start(variant(('return lab.variant { base = "dorix", '
      .. "next_seat = function(_, seat) return %s end }"):format(answer)))
  end
  eq(seats_of(next_seat "seat", 4), "1111")
  eq(seats_of(next_seat "nil", 4), "1212")
  local s = next_seat "3"
  raises("'next_seat' must return a seat from 1 to 2, or nil", s.play, s, "a1")
end)

test("outcome: nil, draw, a seat, a list, false", function()
  local function play(answer)
    return start(variant(('return lab.variant { base = "quoridor:players=4,size=3,walls=0", '
      .. "outcome = function() return %s end }"):format(answer)), "a1")
  end
  eq(play "nil":outcome(), nil)
  eq(play '"draw"':outcome(), "draw")
  eq(play "2":winners(), { 2 })
  eq(play "{ 4, 2 }":winners(), { 2, 4 })
  eq(play "false":outcome(), nil)
  for _, wrong in ipairs { "5", "0", "{}", "{ 9 }", '"win"' } do
    raises("'outcome' must return nil (keep the base game's result)", play, wrong)
  end
  raises("there is no 'score'", play, "true")
  local on = start(variant [[return lab.variant { base = "quoridor:size=3,walls=0",
    outcome = function() return false end }]])
  on:play "a1 b2 a2 c2 a3"
  eq({ on:outcome(), on:seat(), on:pawn(1) }, { nil, 2, "a3" }, "across, and on")
  check.ok(on:count() > 0)
end)

test("after gets the move, its seat and the position before", function()
  local s = start(variant [[return lab.variant { base = "quoridor",
    vars = { by = 0, was = 0, now = 0 },
    after = function(s, move, seat, before, options)
      s.by = seat
      s.was, s.now = before:count(), s:seat()
      assert(options.size == 9 and before:text(move) == "e2" and before:pawn(1) == "e1")
    end }]], "e2")
  eq({ s.by, s.was, s.now }, { 1, 131, 2 })
end)

test("setup gets the variant's own options", function()
  local spec = variant [[return lab.variant { base = "dorix", options = { pawn = 3, greedy = true,
    style = { "calm", "wild" } }, setup = function(s, rng, o)
      s:set("hand1", o.pawn)
      assert(o.greedy == true and o.style == "wild" and o.size == 4 and rng(6) <= 6)
    end }]]
  eq(start(spec .. ":pawn=5,style=wild"):hand(1), 5)
  raises("assertion failed", lab.game, spec)
  raises("did you mean 'style'?", lab.game, spec .. ":stile=wild")
end)

test("an error in a hook names file and line", function()
  local spec = variant '\nreturn lab.variant { base = "dorix",\nafter = function() error "no" end }'
  local s = start(spec)
  raises(spec .. ":5: no", s.play, s, "a1")
  local bad = variant 'return lab.variant { base = "dorix", allow = function(s) return s.x.y end }'
  raises(bad .. ":3: attempt to index a nil value (field 'x')", function() start(bad):moves() end)
  raises(".lua:3: ", lab.game, variant "return nothing.at.all")
  raises(".lua:3: ", lab.game, variant "return return")
end)

test("hooks may not use random numbers or change read-only positions", function()
  local locked = 'return lab.variant { base = "dorix", allow = function(s, m) s:play(m) end }'
  raises("this position is read-only here",
    function() start(variant(locked)):moves() end)
  raises("rules may use random numbers only in setup or start", start, variant
    'return lab.variant { base = "dorix", after = function() return math.random() end }', "a1")
  raises("attempt to call a nil value (field 'match')", start, variant
    'return lab.variant { base = "dorix", after = function() lab.match() end }', "a1")
end)

test("wrong definitions are refused", function()
  for fields, message in pairs {
    ["alow = print"] = "lab.variant has no 'alow'; did you mean 'allow'?",
    ["allow = 1"] = "'allow' must be a function, not a number",
    ["base = 'dorx'"] = "there is no game 'dorx'; did you mean 'dorix'?",
    ["base = 3, setup = print"] = "'base' must be a spec",
    ["base = {}, setup = print"] = "'base' must be a spec",
    ["vars = { hand = 1 }"] = "a field cannot be called 'hand'",
    ["vars = { hand1 = 1 }"] =
      "a field cannot be called 'hand1': positions of dorix have a setting",
    ["vars = { passes = 1 }"] = "a field cannot be called 'passes'",
    ["vars = { b2 = 1 }"] = "a field cannot be called 'b2'",
    ["base = 'quoridor', vars = { pawn2 = 1 }"] = "a field cannot be called 'pawn2'",
    ["base = 'orbital', vars = { bases1 = 1 }"] = "a field cannot be called 'bases1'",
    ["base = 'tictacdoh', vars = { small = 1 }"] = "a field cannot be called 'small'",
    ["base = lab.variant { base = 'quoridor', vars = { n = 1 } }, vars = { hand2 = 1 }"] =
      "positions of quoridor have a setting of that name",
    ["vars = { seat = 1 }"] = "a field cannot be called 'seat'",
    ["vars = { x = 'a' }"] = "\"a\" is not a part that moves of dorix have",
    ["options = { size = 3 }"] = "the base game has an option of that name",
    ["extra = function() end"] = "both or neither",
  } do
    raises(message, lab.game, variant("return lab.variant { base = 'dorix', " .. fields .. " }"))
  end
  raises("'base' must be a spec", lab.game, variant "return lab.variant {}")
  raises("is a bot, not a game", lab.game, variant "return {}")
  raises(".lua", lab.game, variant "return nil")
end)

-- ---- allow by values, filter --------------------------------------------------

-- The same rule, once by values and once by asking about each move of each position.
local TWINS = {
  { base = "tictacdoh", vars = "last = 0", depends = '"size", "last"',
    values = "function(size, last) return size:byte() ~= last end",
    plain = 'function(s, move) return s:text(move):byte() ~= s.last end',
    after = 'function(s, move, _, b) s.last = move == lab.pass and 0 or b:text(move):byte() end' },
  { base = "quoridor:size=5,players=4", vars = "n = { 0, 1, 2, 0 }",
    depends = '"seat", "kind", "n"',
    values = "function(seat, kind, n) return kind == 'pawn' or n[seat] < 3 end",
    plain = "function(s, move, seat) return s:describe(move).kind == 'pawn' or s.n[seat] < 3 end",
    after = "function(s, _, seat) s.n[seat] = (s.n[seat] + 1) % 5 end" },
  { base = "dorix", vars = "ply = 0", depends = '"receivers", "from", "to", "ply"',
    values = [[function(receivers, from, to, ply)
      return #receivers > 0 or from or (to:byte() + ply) % 3 > 0 end]],
    plain = [[function(s, move) local p = s:describe(move)
      return #p.receivers > 0 or p.from or (p.to:byte() + s.ply) % 3 > 0 end]],
    after = "function(s) s.ply = s.ply + 1 end" },
  { base = "orbital", vars = "ply = 0", depends = '"move", "ply", "direction"', -- evicts answers
    values = "function(m, ply, way) return way == 'n' or (m * 7 + ply) % 5 > 0 end",
    plain = [[function(s, move)
      return s:describe(move).direction == 'n' or (move * 7 + s.ply) % 5 > 0 end]],
    after = "function(s) s.ply = s.ply + 1 end" },
  { base = "games/mnk.lua", vars = "ply = 0", depends = '"move", "kind", "ply"',
    values = "function(m, kind, ply) return kind == 'move' and (m + ply) % 4 > 0 end",
    plain = "function(s, move) return (move + s.ply) % 4 > 0 end",
    after = "function(s) s.ply = s.ply + 1 end" },
}

local function twin(t, base, allow)
  return variant(("return lab.variant { base = %s, vars = { %s }, after = %s, %s }")
    :format(base, t.vars, t.after, allow))
end

local function twins(t, base)
  return twin(t, base, ("depends = { %s }, allow = %s"):format(t.depends, t.values)),
    twin(t, base, "allow = " .. t.plain),
    twin(t, base, ([[filter = function(s, moves, seat, o)
      local allow, kept = %s, {}
      for _, move in ipairs(moves) do
        if allow(s, move, seat, o) then kept[#kept + 1] = move end
      end
      return kept
    end]]):format(t.plain))
end

local function same_games(one, other, what)
  local s, t, rng = start(one), start(other), lab.rng(4)
  while s:seat() do
    local moves = s:moves()
    eq(t:moves(), moves, what)
    eq({ t:count(), s:count() }, { #moves, #moves }, what)
    local move = s:random_move(rng)
    check.ok(move == lab.pass or s:legal(move) and t:legal(move), what)
    s:play(move)
    t:play(move)
  end
  eq(s:key(), t:key(), what)
  for _, bot in ipairs { "random", "bots/random.lua" } do
    eq(lab.match(one, { bot }, 2, 3), lab.match(other, { bot }, 2, 3), what .. bot)
  end
end

test("allow by values, allow by position and filter play the same games", function()
  for _, t in ipairs(TWINS) do
    local values, plain, filter = twins(t, ("%q"):format(t.base))
    same_games(values, plain, t.base)
    eq(texts(start(filter)), texts(start(plain)), t.base)
    local one, other = start(plain), start(filter)
    for _ = 1, 12 do
      if not one:seat() then break end
      eq(other:moves(), one:moves(), t.base)
      local move = one:moves()[1 + one:count() // 2]
      one:play(move)
      other:play(move)
    end
  end
end)

test("allow by values in layers: vars and extra moves of the base", function()
  local t = { vars = "ply = 1", depends = '"two_moves_left", "kind", "ply", "seat"',
    values = "function(left, kind, ply) return kind ~= 'extra' or (left + ply) % 2 == 0 end",
    plain = [[function(s, m)
      return s:part(m, 'kind') ~= 'extra' or (s.two_moves_left + s.ply) % 2 == 0 end]],
    after = "function(s) s.ply = s.ply + 1 end" }
  local base = 'm.two_moves "variants/quoridor_dash.lua:size=5"'
  local values, plain = twins(t, base)
  same_games(values, plain, "layers")
  local kinds = {}
  local s = start(values)
  for _ = 1, 4 do
    for _, move in ipairs(s:moves()) do kinds[s:part(move, "kind")] = true end
    s:play(s:moves()[1])
  end
  check.ok(kinds.extra, "some dashes are allowed")
end)

test("allow by values gets the options last", function()
  local s = start(variant [[return lab.variant { base = "dorix", options = { row = 2 },
    depends = { "to" }, allow = function(to, o) return to:sub(2) == tostring(o.row) end }]]
    .. ":row=3")
  eq(texts(s), { "a3", "b3", "c3", "d3" })
end)

test("an allow by values that changes its mind: every game starts afresh", function()
  local spec = variant [[local n = 0
    return lab.variant { base = "dorix", depends = { "move", "seat" },
      allow = function() n = n + 1 return n % 3 > 0 end }]]
  local game = lab.game(spec)
  local first = lab.match(game, { "random" }, 3, 6)
  eq(lab.match(game, { "random" }, 3, 6), first)
  eq(lab.match(game, { "random" }, 3, 6)[6], first[6])
  eq(lab.match(lab.game(spec), { "random" }, 3, 6), first)
end)

test("wrong answers of filter and depends are refused", function()
  local function dorix(fields)
    return variant("return lab.variant { base = 'dorix', " .. fields .. " }")
  end
  local function list(fields)
    return function() start(dorix(fields)):moves() end
  end
  for body, message in pairs {
    ["return nil"] = "'filter' must return a list of moves, not nil",
    ["return 3"] = "'filter' must return a list of moves, not a number",
    ["return { 'a1' }"] = "'filter' must return a list of moves, but it contains a string",
    ["return { m[1], 1.5 }"] = "'filter' must return a list of moves, but it contains a number",
    ["return { m[1], -7 }"] = "'filter' returned -7, which is not one of the moves",
    ["return { m[2], m[2] }"] = "each at most once",
    ["return { m[2], m[1] }"] = "in the order in which it was given them",
    ["s:play(m[1])"] = "this position is read-only here",
    ["error 'no'"] = "no",
  } do
    raises(message, list("filter = function(s, m) " .. body .. " end"))
  end
  eq(texts(start(dorix "filter = function() return {} end")), { "pass" })
  for fields, message in pairs {
    ["depends = { 'move' }"] = "'depends' says what 'allow' depends on, but there is no 'allow'",
    ["depends = 'move', allow = print"] = "'depends' must be a list of names such as",
    ["depends = {}, allow = print"] = "'depends' must be a list of 1 to 8 names",
    ["depends = { 1 }, allow = print"] = "'depends' must be a list of names, but contains a number",
    ["depends = { 'too' }, allow = print"] = "'depends' names 'too'; did you mean 'to'?",
    ["depends = { 'hands' }, allow = print"] = "'depends' names 'hands', which is neither a var, a "
      .. 'part of a move (kind, from, to, receivers), "move" nor "seat"',
    ["depends = { 'to', 'to' }, allow = print"] = "'depends' names 'to' twice",
    ["depends = { 'to' }, vars = { to = 1 }, allow = print"] = "both a var and a part of moves",
    ["depends = { 'x' }, vars = { x = { " .. ("1, "):rep(17) .. "} }, allow = print"] =
      "'depends' names more than 16 numbers",
    ["allow = function() end, depends = { 'a','b','c','d','e','f','g','h','i' }"] = "1 to 8 names",
  } do
    raises(message, lab.game, dorix(fields))
  end
  raises("attempt to index a number value",
    list "depends = { 'move' }, allow = function(s) s:text(1) end")
end)

test("parts of a move after it has been played: before has them", function()
  local function after(body)
    return variant("return lab.variant { base = 'tictacdoh', vars = { n = 0 }, "
      .. "after = function(s, move, _, before) " .. body .. " end }")
  end
  local methods =
    { "part(move, 'size')", "describe(move)", "text(move)", "parts({ move }, 'size')" }
  for _, method in ipairs(methods) do
    local s = start(after("s:" .. method))
    local ok, why = pcall(s.play, s, "Lc3")
    check.ok(not ok)
    has(why, "in 'after' the move has already been played: ask the position before it")
    start(after("before:" .. method)):play "Lc3"
    start(after("s:" .. method:gsub("move", "s:moves()[1]"))):play "Lc3"
  end
  raises("is not a legal move of seat 2", function()
    start(after "s:part(7777777, 'size')"):play "Lc3"
  end)
end)

test("depends names a field of a Lua game; vars can be a grid", function()
  local s = start(variant [[return lab.variant { base = "games/nim.lua", depends = { "heap" },
    allow = function(heap) return heap[1] == 2 end }]])
  eq(s:count(), 12)
  eq(s:play("2-1"):count(), 11)
  eq(texts(s:play "1-1"), { "pass" })
  s = start(variant [[return lab.variant { base = "dorix",
    vars = { board = lab.grid { columns = 2, rows = 2 } },
    depends = { "board" }, allow = function(board) return board[1] == 0 end,
    after = function(s) s.board[1] = 4 - #s.board:empty() + 1 end }]])
  eq(s:count(), 16)
  eq(texts(s:play "a1"), { "pass" })
end)

-- Every modifier, for any game: `check` finds nothing with dice, with cards and with scores.
test("modifiers of all kinds of games", function()
  local command = arg[1]
  for _, base in ipairs { "games/dice_race.lua", "games/tricks.lua", "games/kalah.lua" } do
    for _, call in ipairs { "pie(base)", "two_moves(base)", "random_opening(base, 3)",
      "komi(base, 1.5)", "pie(m.two_moves(base))", "two_moves(m.pie(base))" } do
      if not call:find "komi" or base:find "kalah" then
        local spec = variant(('local base = "%s"\nreturn m.%s'):format(base, call))
        local pipe = io.popen(command .. " check --games 4 " .. spec .. " 2>&1")
        has(pipe:read "a", "no problems", base .. " " .. call)
        pipe:close()
      end
    end
  end
end)

test("modifiers explain what they need", function()
  local function refused(message, call)
    raises(message, lab.game, variant("return m." .. call))
  end
  local base = "modifiers.%s needs a base: a spec such as \"quoridor\", or the result of "
    .. "lab.variant or lab.rules, not nil"
  for _, name in ipairs { "pie", "two_moves", "handicap", "komi", "random_opening" } do
    refused(base:format(name), name .. "()")
  end
  refused("modifiers.pie needs a base", "pie(7)")
  refused("modifiers.handicap needs how many fewer pieces it has, a whole number from 0 to "
    .. "40, not nil", 'handicap("quoridor", 1)')
  refused("modifiers.handicap needs a seat, a whole number from 1 to 16, not 'x'",
    'handicap("quoridor", "x", 1)')
  refused("not 0.5", 'handicap("quoridor", 0.5, 1)')
  refused("not 17", 'handicap("quoridor", 17, 1)')
  refused("not 41", 'handicap("quoridor", 1, 41)')
  refused("modifiers.komi needs the points for seat 2, a multiple of 0.5 from -200 to 200, not "
    .. "0.3", 'komi("games/kalah.lua", 0.3)')
  refused("not nan", 'komi("games/kalah.lua", 0/0)')
  refused("not inf", 'komi("games/kalah.lua", math.huge)')
  refused("modifiers.random_opening needs the number of plies, a whole number from 0 to 1000, "
    .. "not -1", 'random_opening("dorix", -1)')
end)

-- An option of a modifier may have another value than the one that the file gives.
test("summaries of modifiers are true for all options", function()
  for _, call in ipairs { 'komi("games/kalah.lua", 0)', 'handicap("quoridor", 1, 3)',
    'random_opening("dorix", 4)' } do
    eq(lab.game(variant("return m." .. call)):about().summary:match "%d", call:find "komi" and "2")
  end
end)

return check.done()

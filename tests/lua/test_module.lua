-- The module, games, positions and generators: their results, and their errors.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local positions = require "positions"
local test, eq, has, raises = check.test, check.eq, check.has, check.raises
local start = positions.start

local NATIVE = { "quoridor", "dorix", "tictacdoh", "orbital" }

local function sorted(list)
  table.sort(list)
  return list
end

local function texts(s)
  local list = {}
  for i, move in ipairs(s:moves()) do list[i] = s:text(move) end
  return sorted(list)
end

-- ---- the module ------------------------------------------------------------

test("constants of the module", function()
  eq(type(lab.version), "string")
  eq(lab.pass, 0xffffffff)
end)

test("lab.game opens by spec and by options", function()
  eq(lab.game "quoridor":spec(), "quoridor")
  eq(lab.game("quoridor", { players = 4 }):spec(), "quoridor:players=4")
  eq(lab.game("quoridor:size=7", { players = 4 }):spec(), "quoridor:players=4,size=7")
  eq(lab.game("dorix", { players = 4, teams = false }):spec(), "dorix:players=4,teams=false")
  eq(lab.game("orbital", { fallback = "empty" }):spec(), "orbital:fallback=empty")
  eq(lab.game("quoridor", {}):spec(), "quoridor")
  eq(lab.game("quoridor:players=2,size=9"):spec(), "quoridor", "defaults are left out")
end)

test("lab.game refuses wrong specs and options", function()
  raises("there is no game 'quoridr'; did you mean 'quoridor'?", lab.game, "quoridr")
  raises("quoridor has no option 'playrs'; did you mean 'players'?", lab.game, "quoridor:playrs=4")
  raises("did you mean 'players'?", lab.game, "quoridor", { playrs = 4 })
  raises("players=5 is not allowed (2..4); the nearest is 4", lab.game, "quoridor:players=5")
  raises("takes a whole number", lab.game, "quoridor:size=big")
  raises("did you mean 'empty'?", lab.game, "orbital:fallback=emty")
  raises("is given twice", lab.game, "quoridor:size=7", { size = 9 })
  raises("ends in ':'", lab.game, "quoridor:")
  raises("end in a comma", lab.game, "quoridor:size=7,")
  raises("not of the form name=value", lab.game, "quoridor:size")
  raises("there is no file 'no_such.lua'", lab.game, "no_such.lua")
  raises("is a bot", lab.game, "bots/random.lua")
  raises("dorix: teams=true needs players=4, not 3", lab.game, "dorix:players=3,teams=true")
  raises("string expected, got no value", lab.game)
  raises("string expected, got table", lab.game, {})
  raises("table expected, got number", lab.game, "quoridor", 4)
  raises(" a table with", lab.game, "quoridor", { 4 })
end)

-- ---- games -----------------------------------------------------------------

test("a game describes itself", function()
  local game = lab.game "quoridor:size=5"
  eq(game:name(), "quoridor")
  eq(game:native(), "quoridor")
  eq(game:base(), nil)
  eq(tostring(game), "quoridor:size=5")
  eq(game:seats(), 2)
  eq(game:sides(), 2)
  check.ok(game:max_plies() > 100)
  eq(game:option "size", 5)
  eq(game:option "walls", 3, "5 times 5 by 8")
  eq(game:options(), { players = 2, side_seat = 2, size = 5, columns = 5, rows = 5,
    walls = 3, wall_length = 2, edge_jump = true, pawn_jump = false, goal = "side",
    goal_cell = 1 })
  eq(lab.game "orbital":option "thruster_line", "both")
  raises("quoridor has no option 'depth'", game.option, game, "depth")
  raises("string expected, got no value", game.option, game)
  raises("game expected, got no value", game.spec)
  raises("game expected, got string", game.spec, "quoridor")
  eq(getmetatable(game), false)
end)

test("options() is a copy", function()
  local game = lab.game "quoridor"
  game:options().size = 3
  eq(game:option "size", 9)
end)

test("about returns the descriptions of every game", function()
  for _, spec in ipairs(NATIVE) do
    local about = lab.game(spec):about()
    for _, key in ipairs { "title", "summary", "rules", "keys" } do
      check.ok(about[key] and #about[key] > 5, spec .. " " .. key)
    end
  end
  has(lab.game "quoridor":about().title, "Quoridor")
end)

test("seats, sides and teams", function()
  local four = lab.game "dorix:players=4"
  eq({ four:seats(), four:sides() }, { 4, 2 })
  eq(four:team(1), { 1, 3 })
  eq(four:team(3), { 1, 3 })
  eq(four:team(4), { 2, 4 })
  local single = lab.game "dorix:players=4,teams=false"
  eq({ single:seats(), single:sides() }, { 4, 4 })
  eq(single:team(4), { 4 })
  eq(lab.game "quoridor:players=4":sides(), 4)
  for _, seat in ipairs { 0, 5, -1 } do
    raises("seats are 1 to", four.team, four, seat)
  end
  raises("number expected, got string", four.team, four, "x")
  raises("number has no integer representation", four.team, four, 1.5)
end)

test("start returns a new position each time", function()
  for _, spec in ipairs(NATIVE) do
    local game = lab.game(spec)
    local a, b = game:start(), game:start(lab.rng(7))
    eq(a:key(), b:key(), spec)
    a:play(a:moves()[1])
    check.differs(a:key(), b:key(), spec)
    eq(a:game():spec(), spec)
    eq(rawequal(a:game(), game), true)
  end
  local game = lab.game "dorix"
  raises("rng expected, got number", game.start, game, 1)
end)

-- ---- positions -------------------------------------------------------------

test("the first position of each game", function()
  local counts = { quoridor = 3 + 2 * 64, dorix = 16, tictacdoh = 3, orbital = 16 * 2 + 4 * 12 }
  for spec, count in pairs(counts) do
    local s = start(spec)
    eq(s:seat(), 1, spec)
    eq(s:count(), count, spec)
    eq(#s:moves(), count, spec)
    eq(s:outcome(), nil, spec)
    eq(s:winners(), nil, spec)
  end
end)

test("moves are legal, and parsing their notation returns them", function()
  for _, spec in ipairs(NATIVE) do
    local s, rng = start(spec), lab.rng(3)
    for _ = 1, 6 do
      for _, move in ipairs(s:moves()) do
        eq(math.type(move), "integer")
        eq(s:legal(move), true)
        eq(s:move(s:text(move)), move)
      end
      if s:seat() then s:play(s:random_move(rng)) end
    end
  end
  local s = start "tictacdoh"
  eq(texts(s), { "Lc3", "Mc3", "Sc3" })
  eq(s:legal(-1), false)
  eq(s:legal(1 << 40), false)
  eq(s:legal(123456), false)
  eq(s:legal(lab.pass), false)
  raises("number expected, got string", s.legal, s, "Lc3")
end)

test("move returns nil and the reason for an illegal move", function()
  local s = start "quoridor"
  local move, message = s:move "e4"
  eq(move, nil)
  has(message, "'e4' is not legal")
  has(select(2, s:move "z9"), "'z9' is not a move: write a cell such as e2")
  has(select(2, s:move "pass"), "'pass': seat 1 has other moves (131) and must play one")
  has(select(2, start "dorix":move "b2>c2"), "not legal")
  has(select(2, start "tictacdoh":move "Sa1"), "not legal")
  has(select(2, start "orbital":move "Ta1s"), "not legal")
  raises("string expected, got no value", s.move, s)
end)

test("play takes a number, a string or a line and returns the position", function()
  local s = start "quoridor"
  eq(rawequal(s:play(s:move "e2"), s), true)
  eq(rawequal(s:play "e8", s), true)
  eq(rawequal(s:play "e3 e7\te3h\n d7v ", s), true)
  eq({ s:pawn(1), s:pawn(2) }, { "e3", "e7" })
  eq(s:walls(), { "e3h", "d7v" })
  eq(s:seat(), 1)
end)

test("play refuses illegal moves and changes nothing", function()
  local s = start "quoridor"
  local key = s:key()
  raises("'e5' is not legal", s.play, s, "e5")
  raises("'castle' is not a move", s.play, s, "castle")
  raises("1048575 is not a legal move of seat 1", s.play, s, 1048575)
  raises("-1 is not a legal move of seat 1", s.play, s, -1)
  raises("4294967295 is not a legal move", s.play, s, lab.pass)
  raises("move (an integer or a string) expected, got no value", s.play, s)
  raises("move (an integer or a string) expected, got nil", s.play, s, nil)
  raises("move (an integer or a string) expected, got table", s.play, s, {})
  raises("move (an integer or a string) expected", s.play, s, 1.5)
  raises("state expected, got no value", s.play)
  raises("state expected, got table", s.play, {}, "e2")
  eq(s:key(), key)
  raises("move 2, 'e2' is not legal", s.play, s, "e2 e2")
  eq(s:pawn(1), "e2", "what came before has been played")
end)

test("a finished game accepts no moves", function()
  local s = start("quoridor"):set { pawn1 = "a8", pawn2 = "e5" }
  s:play "a9"
  eq(s:outcome(), "win")
  eq(s:winners(), { 1 })
  eq(s:seat(), nil)
  eq(s:moves(), {})
  eq(s:count(), 0)
  eq(s:legal(0), false)
  eq(s:legal(lab.pass), false)
  has(select(2, s:move "e4"), "'e4': the game is over")
  raises("'e4': the game is over", s.play, s, "e4")
  raises("3 is not a legal move: the game is over", s.play, s, 3)
  raises("the game is over", s.random_move, s)
  eq(s:playout():winners(), { 1 }, "a playout from the end is none")
  has(s:draw(), "over: seat 1 wins")
end)

test("after is a copy with the move played", function()
  local s = start "dorix"
  local key = s:key()
  local t = s:after "b2"
  eq(s:key(), key)
  eq(t:owner "b2", 1)
  eq(t:key(), s:after(s:move "b2"):key())
  eq(s:after "b2 c3":owner "c3", 2, "a line, too")
  raises("value expected", s.after, s)
  raises("not a move", s.after, s, "x")
end)

test("a copy is independent", function()
  local s = start("orbital", "Bb2")
  local t = s:copy()
  eq(t:key(), s:key())
  eq(rawequal(t:game(), s:game()), true)
  t:play "Ab1"
  s:play "Bb3"
  eq({ s:tower "b1", s:tower "b3" }, { "", "B2" })
  eq({ t:tower "b1", t:tower "b3" }, { "A2", "" })
end)

test("assign works between positions of one spec", function()
  local s = start("quoridor", "e2 e8")
  local t = start "quoridor"
  eq(rawequal(t:assign(s), t), true)
  eq(t:key(), s:key())
  t:play "e3"
  eq(s:pawn(1), "e2")
  local same = lab.game "quoridor:size=9":start()
  eq(same:assign(s):pawn(1), "e2", "another game of the same spec")
  raises("a position of dorix cannot become one of quoridor",
    function() start "dorix":assign(s) end)
  raises("a position of quoridor:size=7 cannot become one of quoridor",
    function() start "quoridor:size=7":assign(s) end)
  raises("state expected, got no value", s.assign, s)
  raises("state expected, got FILE*", s.assign, s, io.stdout)
end)

test("winners of a team, of a draw, and of a shared position", function()
  local s = start "dorix:players=4":set { a1 = 1, b2 = 3, c3 = 1, hand1 = 5, hand3 = 5 }
  eq(s:play "d4":winners(), { 1, 3 }, "partners hold a diagonal together")
  has(s:draw(), "over: seats 1 and 3 win")
  local draw = start "tictacdoh:small=1,medium=0,large=0":play "Sc3"
  eq({ draw:outcome(), draw:winners(), draw:seat() }, { "draw", {} })
  has(draw:draw(), "over: a draw")
end)

test("won is about one seat", function()
  local s = start "quoridor":set { pawn1 = "a8", pawn2 = "e5" }
  eq({ s:won(1), s:won(2) }, { false, false }, "while the game is on")
  s:play "a9"
  eq({ s:won(1), s:won(2) }, { true, false })
  local team = start "dorix:players=4":set { a1 = 1, b2 = 3, c3 = 1, d4 = 3, hand1 = 5, hand3 = 5 }
  eq({ team:won(1), team:won(2), team:won(3), team:won(4) }, { true, false, true, false })
  raises("seats are 1 to", s.won, s, 3)
  raises("number expected, got no value", s.won, s)
end)

test("equal positions have equal keys, however they were reached", function()
  eq(start("quoridor", "e2 e8 d2 d8"):key(), start("quoridor", "d1 d9 d2 d8"):key())
  eq(start("dorix", "a1 b1 c1 d1"):key(), start("dorix", "c1 d1 a1 b1"):key())
  check.differs(start("dorix", "a1 b1"):key(), start("dorix", "b1 a1"):key())
  eq(start("tictacdoh", "Sc3 Md3"):key(), start("tictacdoh", "Mc3 Sb3"):key(), "shifted")
  check.differs(start("tictacdoh", "Sc3 Md3"):key(), start("tictacdoh", "Sc3 Mb3"):key())
  local s = start "quoridor"
  check.differs(s:key(), s:copy():set("seat", 2):key(), "whose turn it is counts")
  eq(math.type(s:key()), "integer")
end)

test("set has three forms", function()
  local text = start "dorix":set "a1=12 hand1=14 hand2=14 seat=2"
  local table_ = start "dorix":set { a1 = 12, hand1 = 14, hand2 = "14", seat = 2 }
  local single = start "dorix":set("hand1", 14):set("hand2", 14):set("a1", 12):set("seat", 2)
  eq(text:key(), table_:key())
  eq(text:key(), single:key())
  eq(text:pile "a1", { 1, 2 })
  eq(text:seat(), 2)
  local orbital = start "orbital":set { after = "Tb2n", b2 = "T1n", thrusters1 = 5, seat = 2 }
  eq(orbital:constraint(), { "b3", "b4" }, "cells are set before what speaks of them")
  eq(start "quoridor":set {}:key(), start "quoridor":key())
end)

test("set refuses wrong settings and changes nothing", function()
  local s = start "quoridor"
  local key = s:key()
  raises("quoridor has no key 'pwan1'; the keys are seat, pawn1", s.set, s, "pwan1", "e4")
  raises("pawn1 takes a cell of the board, or - for no pawn, not 'z1'", s.set, s, "pawn1=z1")
  raises("'pawn1' is not of the form key=value", s.set, s, "pawn1")
  raises("seat takes a number from 1 to 2, not '3'", s.set, s, { seat = 3 })
  raises("on the same cell", s.set, s, { pawn1 = "e9" })
  raises("pawn1 takes a cell", s.set, s, "hand1=3 pawn1=j1")
  raises(" a table with", s.set, s, { "e3" })
  raises("string expected, got", s.set, s)
  raises("string expected, got nil", s.set, s, nil, 3)
  eq(s:key(), key)
end)

test("set can end a game and reopen it", function()
  local s = start "quoridor":set { pawn1 = "e9", pawn2 = "a5" }
  eq(s:winners(), { 1 })
  s:set("pawn1", "e8")
  eq(s:outcome(), nil)
  eq(s:seat(), 1)
end)

test("describe returns the parts of a move", function()
  local q = start "quoridor"
  eq(q:describe "e2", { text = "e2", kind = "pawn", to = "e2" })
  eq(q:describe(q:move "e3h"), { text = "e3h", kind = "wall", at = "e3", orientation = "h" })
  local d = start "dorix"
  eq(d:describe "b2", { text = "b2", kind = "place", to = "b2", receivers = {} })
  d:play "b2 d4 b3 d1"
  eq(d:describe "b2>b3", { text = "b2>b3", kind = "place", to = "b2", receivers = { "b3" } })
  d:set("hand1", 0)
  eq(d:describe "b2-a1",
    { text = "b2-a1", kind = "move", from = "b2", to = "a1", receivers = {} })
  local t = start("tictacdoh", "Mc3")
  eq(t:describe "Lc3", { text = "Lc3", kind = "lay", size = "L", to = "c3", placement = "nest" })
  eq(t:describe "Sc3", { text = "Sc3", kind = "lay", size = "S", to = "c3", placement = "stack" })
  eq(t:describe "Sc4", { text = "Sc4", kind = "lay", size = "S", to = "c4", placement = "empty" })
  local o = start "orbital"
  eq(o:describe "Ba1", { text = "Ba1", kind = "lay", piece = "base", to = "a1" })
  eq(o:describe "Tb2n",
    { text = "Tb2n", kind = "lay", piece = "thruster", to = "b2", direction = "n" })
  eq(o:describe(lab.pass), { text = "pass", kind = "pass" })
  raises("not a legal move", o.describe, o, 999999)
end)

test("part and parts say what describe says", function()
  local KEYS = { "text", "kind", "to", "from", "receivers", "at", "orientation", "size",
    "placement", "piece", "direction" }
  for _, spec in ipairs { "quoridor", "dorix", "tictacdoh", "orbital", "games/mnk.lua",
    "variants/quoridor_dash.lua:size=5" } do
    local s, rng, compared = start(spec), lab.rng(3), 0
    if spec == "dorix" then s:set { b2 = "12", c2 = 1, d2 = 1, hand1 = 0, hand2 = 9 } end
    for _ = 1, 8 do
      if not s:seat() then break end
      local moves = s:moves()
      rng:shuffle(moves)
      for _, key in ipairs(KEYS) do
        local good, list = pcall(s.parts, s, moves, key)
        eq(good, (pcall(s.part, s, moves[1], key)), spec .. " " .. key)
        for i = 1, good and #moves or 0 do
          local part = s:describe(moves[i])[key]
          eq(s:part(moves[i], key), part, spec .. " " .. key)
          eq(list[i], part or false, spec .. " " .. key)
          compared = compared + 1
        end
      end
      s:play(s:random_move(rng))
    end
    check.ok(compared > 30, spec)
  end
end)

test("part and parts refuse what makes no sense", function()
  local t = start "tictacdoh"
  raises("moves of tictacdoh have no part 'siz'; the parts are kind, size, to, placement, text",
    t.part, t, "Sc3", "siz")
  raises("moves of games/mnk.lua have no part 'too'; the parts are kind, from, to", function()
    local m = start "games/mnk.lua"
    m:part(m:moves()[1], "too")
  end)
  eq(t:part(lab.pass, "kind"), "pass")
  eq(t:part(lab.pass, "size"), nil)
  eq(t:part("Sc3", "size"), "S")
  eq(t:parts({}, "size"), {})
  eq(t:parts({ "Mc3", lab.pass, "Sc3" }, "size"), { "M", false, "S" })
  raises("not a legal move", t.part, t, 999999, "size")
  raises("string expected", t.part, t, "Sc3")
  raises("table expected", t.parts, t, "Sc3", "size")
  raises("integer or a string", t.parts, t, { {} }, "size")
  raises("not a legal move", t.parts, t, { -1 }, "size")
  raises("'Sz9' is not", t.parts, t, { "Sz9" }, "size")
end)

test("text accepts legal moves, and a pass at any time", function()
  local s = start "quoridor"
  eq(s:text(s:move "e3v"), "e3v")
  eq(s:text(lab.pass), "pass")
  raises("is not a legal move", s.text, s, 1 << 20)
end)

test("a pass that is the only legal move", function()
  -- seat 1 is in the corner next to a wall, and cannot jump over two pawns
  local s = start "quoridor:size=3,players=4,walls=0"
  s:set { pawn1 = "a1", pawn2 = "a2", pawn3 = "a3", pawn4 = "c2", walls = "a1v" }
  eq(texts(s), { "pass" })
  eq(s:moves(), { lab.pass })
  has(select(2, s:move "b1"), "seat 1 has no move and must pass")
  eq(s:play "pass":seat(), 2)
end)

test("draw and tostring", function()
  for _, spec in ipairs(NATIVE) do
    local s = start(spec)
    eq(s:draw(), tostring(s), spec)
    has(s:draw(), "seat 1 to move")
  end
end)

test("swap works only in hooks of variants", function()
  local s = start "quoridor"
  raises("players can swap sides only in a hook of a variant", s.swap, s, 1, 2)
  raises("seats are 1 to", s.swap, s, 1, 3)
  raises("seats are 1 to", s.swap, s, 0, 1)
end)

test("positions of native games have no fields", function()
  local s = start "quoridor"
  eq(s.nothing, nil)
  raises("index a state value", function() s.depth = 1 end)
end)

-- ---- chance ----------------------------------------------------------------

-- A second implementation of the generator: xoshiro256** seeded with four words of
-- splitmix64.
local function stream(seed, index)
  local step = 0x9e3779b97f4a7c15
  local x, s = seed * 0xd1342543de82ef95 + 4 * index * step, {}
  for i = 1, 4 do
    local z = x + i * step
    z = (z ~ (z >> 30)) * 0xbf58476d1ce4e5b9
    z = (z ~ (z >> 27)) * 0x94d049bb133111eb
    s[i] = z ~ (z >> 31)
  end
  return function()
    local y = s[2] * 5
    local result = ((y << 7) | (y >> 57)) * 9
    local t = s[2] << 17
    s[3], s[4] = s[3] ~ s[1], s[4] ~ s[2]
    s[2], s[1] = s[2] ~ s[3], s[1] ~ s[4]
    s[3], s[4] = s[3] ~ t, (s[4] << 45) | (s[4] >> 19)
    return result
  end
end

test("lab.rng is xoshiro256** seeded by seed and index", function()
  for _, case in ipairs { { 1, 0 }, { 1, 1 }, { 2, 0 }, { -5, 1 << 40 } } do
    local rng, next_word = lab.rng(case[1], case[2]), stream(case[1], case[2])
    for _ = 1, 100 do eq(rng(0), next_word()) end
    eq(rng(), (next_word() >> 11) * 2.0 ^ -53)
    eq(rng(6), ((next_word() >> 32) * 6 >> 32) + 1)
    eq(rng(10, 19), ((next_word() >> 32) * 10 >> 32) + 10)
  end
end)

test("the first numbers of lab.rng(1, 0)", function()
  local rng, drawn = lab.rng(1, 0), {}
  for i = 1, 10 do drawn[i] = rng(100) end
  eq(drawn, { 42, 70, 51, 18, 71, 37, 88, 51, 32, 68 })
  eq(lab.rng(1)(0), lab.rng(1, 0)(0), "the default index is 0")
end)

test("streams of one seed are independent", function()
  local seen = {}
  for index = 0, 99 do
    local first = lab.rng(1, index)(0)
    eq(seen[first], nil)
    seen[first] = true
  end
  local a, b = lab.rng(1, 5), lab.rng(1, 6)
  a(0)
  eq(b(0), lab.rng(1, 6)(0))
end)

test("ranges of rng", function()
  local rng = lab.rng(4)
  for _ = 1, 1000 do
    local real, die, odd = rng(), rng(6), rng(-3, 3)
    check.ok(math.type(real) == "float" and real >= 0 and real < 1, "float")
    check.ok(math.type(die) == "integer" and die >= 1 and die <= 6, "die")
    check.ok(odd >= -3 and odd <= 3, "range")
  end
  eq(rng(1), 1)
  eq(rng(7, 7), 7)
  local wide = rng(math.mininteger, math.maxinteger)
  eq(math.type(wide), "integer")
  check.ok(rng(1, 1 << 40) <= 1 << 40)
  raises("interval is empty", rng, -1)
  raises("interval is empty", rng, 3, 2)
  raises("number has no integer representation", rng, 1.5)
  raises("number expected, got string", rng, "x")
  raises("number expected, got no value", lab.rng)
  raises("number has no integer representation", lab.rng, 0.5)
end)

test("rng:pick and rng:shuffle", function()
  local rng, list = lab.rng(9), { "a", "b", "c", "d" }
  local picked = { a = 0, b = 0, c = 0, d = 0 }
  for _ = 1, 4000 do
    local one = rng:pick(list)
    picked[one] = picked[one] + 1
  end
  for name, times in pairs(picked) do check.ok(math.abs(times - 1000) < 150, name) end
  eq(list, { "a", "b", "c", "d" }, "picking changes nothing")
  raises("the list is empty", rng.pick, rng, {})
  raises("table expected, got no value", rng.pick, rng)
  raises("rng expected, got table", rng.pick, {}, list)

  local orders, kinds = {}, 0
  for _ = 1, 2400 do
    local shuffled = { 1, 2, 3 }
    eq(rawequal(rng:shuffle(shuffled), shuffled), true)
    local order = table.concat(shuffled)
    if not orders[order] then kinds = kinds + 1 end
    orders[order] = (orders[order] or 0) + 1
  end
  eq(kinds, 6)
  for order, times in pairs(orders) do check.ok(math.abs(times - 400) < 100, order) end
  eq(rng:shuffle {}, {})
  eq(lab.rng(3):shuffle { 1, 2, 3, 4, 5 }, lab.rng(3):shuffle { 1, 2, 3, 4, 5 })
end)

test("random_move is uniform and determined by its generator", function()
  for _, spec in ipairs(NATIVE) do
    local s = start(spec)
    local n, drawn, rng = s:count(), {}, lab.rng(11)
    for _ = 1, 200 * n do
      local move = s:random_move(rng)
      drawn[move] = (drawn[move] or 0) + 1
    end
    local sum = 0 -- chi squared, with n - 1 degrees of freedom
    for _, move in ipairs(s:moves()) do sum = sum + ((drawn[move] or 0) - 200) ^ 2 / 200 end
    check.ok(sum < n + 5 * math.sqrt(2 * n), spec .. " " .. sum)
    eq(s:random_move(lab.rng(1, 2)), s:random_move(lab.rng(1, 2)), spec)
    eq(s:legal(s:random_move()), true, spec)
  end
  local s = start "dorix"
  raises("rng expected, got string", s.random_move, s, "x")
end)

test("playout ends the game, in the same way for the same stream", function()
  for _, spec in ipairs { "quoridor", "dorix", "tictacdoh", "orbital", "dorix:players=4",
    "tictacdoh:players=3" } do
    local game = lab.game(spec)
    for index = 1, 5 do
      local s = game:start()
      eq(rawequal(s:playout(lab.rng(1, index)), s), true)
      check.ok(s:outcome() == "win" or s:outcome() == "draw" or spec:find "^dorix", spec)
      eq(s:key(), game:start():playout(lab.rng(1, index)):key(), spec)
    end
  end
  eq(type(start "tictacdoh":playout():outcome()), "string")
end)

-- ---- matches ---------------------------------------------------------------

test("lab.match returns a list of results, the same every time", function()
  local game = lab.game "tictacdoh"
  local results = lab.match(game, { "random", "random" }, 5, 20)
  eq(#results, 20)
  eq(results, lab.match(game, { "random" }, 5, 20), "one bot for all seats")
  check.differs(results, lab.match(game, { "random" }, 6, 20))
  eq(lab.match(game, { "random" }), lab.match(game, { "random" }, 1, 1))
  eq(results[7], lab.match(game, { "random" }, 5, 7)[7], "a game follows from its number")
  for _, r in ipairs(results) do
    check.ok(r.outcome == "win" and #r.winners == 1 or r.outcome == "draw" and #r.winners == 0)
    check.ok(math.type(r.plies) == "integer" and r.plies >= 3 and r.plies <= 15)
    eq({ r.passes, r.forfeiter, r.reason }, { 0 })
  end
  local teams = lab.match(lab.game "dorix:players=4", { "random" }, 1, 5)
  for _, r in ipairs(teams) do
    if r.outcome == "win" then eq(r.winners[2], r.winners[1] + 2) end
  end
end)

test("Lua bots and native bots use the same streams", function()
  local game = lab.game "tictacdoh"
  eq(lab.match(game, { "bots/random.lua" }, 5, 5), lab.match(game, { "bots/random.lua" }, 5, 5))
end)

test("a forfeit is reported with its reason", function()
  local game = lab.game "tictacdoh"
  local lost = { outcome = "forfeit", winners = { 1 }, passes = 0, forfeiter = 2, plies = 1 }
  for body, reason in pairs {
    ["return nil"] = "choose returned no move",
    ["return 'Xa1'"] = "choose returned a string that is not a legal move: 'Xa1' is not a move",
    ["return 12345"] = "choose returned 12345, which is not a legal move",
    ["return 1.5"] = "choose returned 1.5; a move is an integer",
    ["return {}"] = "choose returned a table; a move is an integer or a string",
    ["error 'I give up'"] = ":1: I give up",
    ["return s.x.y"] = ":1: attempt to index a nil value (field 'x')",
    ["while true do end"] = "10000000",
  } do
    local path = check.file("return { choose = function(s) " .. body .. " end }")
    local r = lab.match(game, { "random", path })[1]
    has(r.reason, reason)
    has(r.reason, path)
    has(r.trace, "  after ")
    r.reason, r.trace = nil, nil
    eq(r, lost, body)
  end
  local path = check.file "return { choose = function() end }"
  local r = lab.match(lab.game "dorix:players=4", { path, "random", "random", "random" })[1]
  eq({ r.forfeiter, r.winners }, { 1, { 2, 4 } }, "the other side wins")
  r = lab.match(lab.game "dorix:players=3", { path, "random", "random" })[1]
  eq({ r.forfeiter, r.winners }, { 1, {} }, "of several others none does")
end)

test("a bot may play on its copy, but not return a move of a later position", function()
  -- a move that is not legal now, wherever it comes from
  local cheat = check.file [[return { choose = function(s)
    local now, later = s:copy(), s:play(s:moves()[1])
    for _ = 1, 1000 do
      local move = later:random_move()
      if not now:legal(move) then return move end
    end
    return now:moves()[1]
  end }]]
  for _, spec in ipairs(NATIVE) do
    local r = lab.match(lab.game(spec), { cheat, "random" })[1]
    eq({ r.outcome, r.forfeiter }, { "forfeit", 1 }, spec)
    has(r.reason, "which is not a legal move", spec)
  end
end)

test("lab.match refuses wrong arguments", function()
  local game = lab.game "tictacdoh"
  check.eq(#lab.match("tictacdoh", { "random" }), 1, "a spec will do")
  raises("there is no game 'tictactoe'", lab.match, "tictactoe", { "random" })
  raises("game expected, got nil", lab.match, nil, { "random" })
  raises("table expected, got string", lab.match, game, "random")
  raises("has 2 seats: name one bot for each, or one for all", lab.match, game, {})
  raises("has 2 seats", lab.match, game, { "random", "random", "random" })
  raises("did you mean 'random'?", lab.match, game, { "randm" })
  raises("bots must be specs such as \"random\", not a table", lab.match, game, { {} })
  raises("at least one game", lab.match, game, { "random" }, 1, 0)
  raises("there is no file 'bots/none.lua'", lab.match, game, { "bots/none.lua" })
  raises("plays", lab.match, game, { "bots/runner.lua" })
  raises("is a game, not a bot", lab.match, game, { "games/nim.lua" })
end)

-- ---- accessors -------------------------------------------------------------

-- Each case: a call and its result. The C tests cover the details.
local function answers(s, cases)
  for _, case in ipairs(cases) do
    local name, arguments, wanted = case[1], case[2], case[3]
    check.ok(s[name], "there is " .. name)
    eq(s[name](s, table.unpack(arguments)), wanted, name .. " " .. table.concat(arguments, " "))
  end
end

test("accessors of quoridor", function()
  local s = start "quoridor:size=5":play "c2 c4 b2h d4v"
  answers(s, {
    { "pawn", { 1 }, "c2" },
    { "pawn", { 2 }, "c4" },
    { "goal", { 1 }, { "a5", "b5", "c5", "d5", "e5" } },
    { "goal", { 2 }, { "a1", "b1", "c1", "d1", "e1" } },
    { "walls_left", { 2 }, 2 },
    { "distance", { 1 }, 4 },
    { "distance_from", { 1, "b5" }, 0 },
    { "distance_from", { 2, "e5" }, 4 },
    { "path", { 1 }, { "d2", "d3", "d4", "d5" } },
    { "wall_at", { "b2h" }, true },
    { "wall_at", { "b2v" }, false },
    { "walls", {}, { "b2h", "d4v" } },
    { "neighbours", { "c2" }, { "d2", "c1", "b2" } },
    { "steps", {}, { "c1", "b2", "d2" } },
  })
  raises("seats are 1 to", s.pawn, s, 3)
  raises("seats are 1 to", s.goal, s, 0)
  raises("number expected, got no value", s.pawn, s)
  raises("number expected, got string", s.walls_left, s, "one")
  raises("distance_from: 'f1' is not a cell of the board (a1 to e5)", s.distance_from, s, 1, "f1")
  raises("string expected, got no value", s.distance_from, s, 1)
  raises("wall_at: 'e5h' is not a wall", s.wall_at, s, "e5h")
  raises("neighbours: 'c' is not a cell", s.neighbours, s, "c")
end)

test("finalizers that list moves do not disturb a list being made", function()
  local game = lab.game "quoridor:size=5"
  local here, there = game:start(), game:start():play "c2 c4 a1h"
  local wanted, wrong = table.concat(here:moves(), " "), 0
  collectgarbage "generational"
  for _ = 1, 3000 do
    setmetatable({}, { __gc = function() there:moves() end })
    if table.concat(here:moves(), " ") ~= wanted then wrong = wrong + 1 end
  end
  collectgarbage "incremental"
  eq(wrong, 0)
end)

test("accessors of dorix", function()
  local s = start "dorix":set { b2 = "112", b3 = 2, c2 = "11", hand1 = 5, hand2 = 6 }
  answers(s, {
    { "height", { "b2" }, 3 },
    { "height", { "a1" }, 0 },
    { "owner", { "b2" }, 2 },
    { "owner", { "a1" }, nil },
    { "pile", { "b2" }, { 1, 1, 2 } },
    { "pile", { "a1" }, {} },
    { "hand", { 1 }, 5 },
    { "hand", { 2 }, 6 },
    { "controlled", { 1 }, { "c2" } },
    { "controlled", { 2 }, { "b2", "b3" } },
    { "neighbours", { "a1" }, { "b1", "a2" } },
    { "rising", {}, { "a1", "b2", "c3", "d4" } },
    { "falling", {}, { "a4", "b3", "c2", "d1" } },
    { "lower", { "b2" }, { "c2", "b3" } },
    { "lower", { "b3" }, {} },
    { "lower", { "a1" }, {} },
  })
  raises("height: 'e1' is not a cell of the board (a1 to d4)", s.height, s, "e1")
  raises("string expected, got no value", s.owner, s)
  raises("seats are 1 to", s.hand, s, 3)
  raises("dorix has no accessor 'pawn'", start "quoridor".pawn, s, 1)
end)

test("accessors of tictacdoh", function()
  local s = start "tictacdoh":set { c3 = "LM", b2 = "SM", small = 4, medium = 3, large = 4 }
  answers(s, {
    { "cell", { "c3" }, "LM" },
    { "cell", { "a1" }, "" },
    { "stash", { "S" }, 4 },
    { "stash", { "medium" }, 3 },
    { "counts_as", { "c3" }, "ML" },
    { "counts_as", { "b2" }, "M" },
    { "nested", { "b2" }, true },
    { "nested", { "c3" }, false },
    { "line", {}, nil },
    { "takes", { "c3" }, "S" },
    { "takes", { "b2" }, "L" },
    { "takes", { "c2" }, "SML" },
    { "takes", { "e5" }, "" },
  })
  eq(s:copy():play "Md4":line(), { "b2", "c3", "d4" })
  eq(#start "tictacdoh":window(), 25)
  eq(#s:window(), 16, "two cells on a diagonal leave four windows")
  raises("cell: 'f1' is not a cell of the board (a1 to e5)", s.cell, s, "f1")
  raises("stash: 'huge' is not a size: S, M or L", s.stash, s, "huge")
end)

test("accessors of orbital", function()
  local s = start("orbital", "Tb2n Bb3 Ac3")
  answers(s, {
    { "tower", { "b2" }, "T1n" },
    { "tower", { "a1" }, "" },
    { "piece", { "b3", "base" }, 2 },
    { "piece", { "b3", "T" }, nil },
    { "direction", { "b2" }, "n" },
    { "direction", { "b3" }, nil },
    { "tower_owner", { "b3" }, nil },
    { "hand", { 1, "thruster" }, 5 },
    { "hand", { 2, "B" }, 5 },
    { "towers_won", { 1 }, 0 },
    { "constraint", {}, { "c3" } },
    { "open_cells", {}, { "c3" } },
  })
  local t = start "orbital":set { a1 = "B1T2nA1", bases1 = 5, thrusters2 = 5, antennas1 = 5 }
  eq({ t:tower_owner "a1", t:towers_won(1) }, { 1, 1 })
  eq(t:constraint(), nil)
  eq(#t:open_cells(), 15)
  raises("piece: 'x' is not a kind", s.piece, s, "a1", "x")
  raises("string expected, got no value", s.hand, s, 1)
  raises("seats are 1 to", s.hand, s, 3, "base")
  raises("direction: 'e1' is not a cell", s.direction, s, "e1")
end)

return check.done()

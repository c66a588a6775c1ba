-- The games in lua/games, tested with hand-made positions, known theory and known counts;
-- and the features of lab.rules.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local positions = require "positions"
local test, eq, has, raises = check.test, check.eq, check.has, check.raises
local start, texts, leaves = positions.start, positions.texts, positions.leaves

local NIM, MNK = "games/nim.lua", "games/mnk.lua"

local function round_trip(s)
  for _, move in ipairs(s:moves()) do
    eq(s:move(s:text(move)), move)
    eq(s:legal(move), true)
  end
end

-- ---- nim -------------------------------------------------------------------

test("nim: heaps and moves", function()
  local s = start(NIM)
  eq({ s.heap[1], s.heap[2], s.heap[3], #s.heap }, { 2, 4, 6, 3 })
  eq(s:count(), 12)
  round_trip(s)
  s:play "3-1 1-2"
  eq({ s.heap[1], s.heap[2], s.heap[3], s:seat() }, { 0, 4, 5, 1 })
  eq(texts(s), "2-1 2-2 2-3 2-4 3-1 3-2 3-3 3-4 3-5")
  raises("'1-1' is not a legal move; the legal moves are 2-1 2-2", s.play, s, "1-1")
  raises("'3-6' is not a legal move", s.play, s, "3-6")
  eq(s:describe "2-1", { text = "2-1", kind = "move" })
  has(s:draw(), "heap: 0 4 5")
  eq(s:legal(999), false)
end)

-- The text of a move is the number of times that `moves` has been called so far.
local function counting_game()
  return lab.game(check.file [[
    local calls = 0
    return require "boardlab".rules {
      state = { at = 1 },
      moves = function() calls = calls + 1 return { 1, 2, 3 } end,
      play = function(s, move) s.at = 10 * s.at + move end,
      text = function(_, move) return move .. "." .. calls end,
    }]])
end

test("the moves of a position are listed once", function()
  local s = counting_game():start()
  for _, move in ipairs(s:moves()) do
    eq(s:text(move), move .. ".1")
    eq({ s:legal(move), s:legal(4), s:count() }, { true, false, 3 })
    eq(s:describe(move).text, move .. ".1")
    eq(s:move("3.1"), 3)
  end
  eq(s:text(s:random_move(lab.rng(1))):match "%.(.*)", "1")
end)

test("the moves of two positions are remembered, for going back and forth", function()
  local s = counting_game():start()
  for i = 1, 3 do
    local child = s:after(1)
    eq({ s:text(2), child:text(2) }, { i == 1 and "2.1" or "2.2", "2.2" })
  end
  local third = s:after(2):after(3)
  eq({ third:text(1), s:text(1) }, { "1.4", "1.5" })
end)

test("moves fills a list again", function()
  local s, list = start(NIM), { 1, 2, 3 }
  eq({ rawequal(s:moves(list), list), #list }, { true, 12 })
  eq(list, s:moves())
  s:play "3-6 2-4"
  eq({ #s:moves(list), list[3] }, { 2 })
  s:play "1-2"
  eq(#s:moves(list), 0)
  raises("table expected, got string", s.moves, s, "list")
  raises("the table to refill must have no metatable", s.moves, s, setmetatable({}, {}))
end)

test("arrays are tables that follow their position", function()
  local s = start(NIM)
  local heap = s.heap
  eq({ type(heap), #heap, table.concat(heap, " ") }, { "table", 3, "2 4 6" })
  eq(rawequal(heap, s.heap), true)
  s:play "3-1 1-2"
  eq({ table.unpack(heap) }, { 0, 4, 5 })
  pcall(s.play, s, "2-4 1-1") -- plays the first of the two
  eq(heap, { 0, 0, 5 })
  local copy = s:copy()
  heap[1] = 7
  eq({ copy.heap[1], s:copy().heap[1], s:after("1-7").heap[1] }, { 0, 7, 0 })
  s:assign(copy)
  eq(heap, { 0, 0, 5 })
  s:set { heap = "1,2,3" }
  eq(heap, { 1, 2, 3 })
  heap[2] = 9.0
  has(s:draw(), "heap: 1 9 3")
  eq({ math.type(heap[2]), copy:assign(s):key() == s:key() }, { "integer", true })
  s:playout(lab.rng(1))
  eq(heap, { 0, 0, 0 })
end)

test("arrays in functions of searches cannot be changed", function()
  local s = start(NIM)
  local function read(p) return 1 / (1 + p.heap[1]) end
  eq(math.type(lab.search.mcts(s, { iterations = 5, evaluate = read })), "integer")
  local function write(p) p.heap[1] = 9 return 0.5 end
  raises("this position is read-only here; change a copy: s:copy(); heap[1] was changed",
    lab.search.mcts, s, { iterations = 5, evaluate = write })
end)

test("nim: taking the last token wins", function()
  local s = start(NIM):set { heap = "0,1,0", seat = 2 }
  eq(s:play "2-1":winners(), { 2 })
  eq(start(NIM, "1-2 2-4 3-6"):winners(), { 1 })
  eq(start(NIM):set("heap", "0,1,1"):play "2-1":outcome(), nil)
end)

test("nim: options", function()
  local s = start(NIM .. ":heaps=9,tokens=10")
  eq({ #s.heap, s.heap[9], s:count() }, { 9, 90, 450 })
  round_trip(s)
  eq(start(NIM .. ":heaps=1,tokens=1", "1-1"):winners(), { 1 })
  raises("heaps=10 is not allowed", lab.game, NIM .. ":heaps=10")
  raises("did you mean 'tokens'?", lab.game, NIM .. ":token=3")
end)

test("nim: a position is lost exactly if the xor of its heaps is 0", function()
  local game, known = lab.game(NIM), {}
  local function wins(s)
    if not s:seat() then return false end
    local key = s:key()
    if known[key] == nil then
      known[key] = false
      for _, move in ipairs(s:moves()) do
        if not wins(s:after(move)) then
          known[key] = true
          break
        end
      end
    end
    return known[key]
  end
  for a = 0, 4 do
    for b = 0, 4 do
      for c = a + b == 0 and 1 or 0, 4 do
        local s = game:start():set("heap", ("%d,%d,%d"):format(a, b, c))
        eq(wins(s), a ~ b ~ c ~= 0, ("%d,%d,%d"):format(a, b, c))
      end
    end
  end
  eq(wins(game:start()), false, "2, 4 and 6: seat 2 wins")
end)

-- ---- mnk -------------------------------------------------------------------

-- Counts the games of tic-tac-toe that end in a win of seat 1, of seat 2, and in a draw.
-- Memoised by position key; a game is a path through positions.
local function enumerate(s, known)
  if not s:seat() then
    local winner = s:winners()[1]
    return { winner == 1 and 1 or 0, winner == 2 and 1 or 0, winner and 0 or 1 }
  end
  local key = s:key()
  if not known[key] then
    known[key] = { 0, 0, 0 }
    for _, move in ipairs(s:moves()) do
      for i, count in ipairs(enumerate(s:after(move), known)) do
        known[key][i] = known[key][i] + count
      end
    end
  end
  return known[key]
end

test("mnk: the game tree of tic-tac-toe", function()
  local s = start(MNK)
  for depth, count in ipairs { 9, 72, 504, 3024, 15120 } do eq(leaves(s, depth), count) end
  eq(enumerate(s, {}), { 131184, 77904, 46080 }, "255168 games")
end)

test("mnk: lines in all directions", function()
  for _, case in ipairs {
    { "a1 a2 b1 b2 c1", { 1 } }, { "a1 b1 a2 b2 a3", { 1 } }, { "a1 a2 b2 a3 c3", { 1 } },
    { "c1 a1 b2 a2 a3", { 1 } }, { "a1 a3 b1 b3 c2 c3", { 2 } },
  } do
    eq(start(MNK, case[1]):winners(), case[2], case[1])
  end
  local draw = start(MNK, "a1 b1 c1 b2 a2 c2 b3 a3 c3")
  eq({ draw:outcome(), draw:winners() }, { "draw", {} })
  eq(start(MNK, "a1 b1 c1 b2 a2 c2 b3 a3"):outcome(), nil)
end)

test("mnk: hand-made positions", function()
  local function set(board) return start(MNK):set { board = board, seat = 2 } end
  eq(set "0,1,0,1,0,0,0,0,0":outcome(), nil)
  eq(set "0,0,1,0,0,1,0,0,0":outcome(), nil)
  eq(set "1,1,1,2,2,0,0,0,0":winners(), { 1 })
  eq(set "1,2,1,1,2,2,2,1,1":outcome(), "draw")
  eq(set "1,2,1,1,2,2,2,1,0":count(), 1)
  eq(set "1,1,0,2,2,0,0,0,0":play "c2":winners(), { 2 })
end)

test("mnk: notation and drawing", function()
  local s = start(MNK, "b2 a1 c1")
  eq(texts(s), "b1 a2 c2 a3 b3 c3")
  eq(s:draw(), " 3  . . .\n 2  . X .\n 1  O . X\n    a b c\nseat 2 to move")
  raises("'b2' is not a legal move; the legal moves are b1", s.play, s, "b2")
  local large = start(MNK .. ":m=26,n=26")
  eq(large:count(), 676)
  round_trip(large)
  check.ok(large:move "z26")
end)

test("mnk: other board sizes", function()
  eq(start(MNK .. ":m=1,n=1,k=1", "a1"):winners(), { 1 })
  eq(start(MNK .. ":m=1,n=1,k=2", "a1"):outcome(), "draw")
  eq(start(MNK .. ":m=3,n=2,k=3", "a1 a2 b1 b2 c1"):winners(), { 1 })
  local gomoku = start(MNK .. ":m=15,n=15,k=5")
  eq(gomoku:count(), 225)
  gomoku:play "h8 a1 i9 a2 j10 a3 k11 a4"
  eq(gomoku:outcome(), nil)
  eq(gomoku:after "l12":winners(), { 1 })
  eq(gomoku:after "g7":winners(), { 1 })
  eq(gomoku:after "o15 a5":winners(), { 2 })
  eq(start(MNK .. ":m=6,n=2,k=2", "a1 f1 c1 f2"):winners(), { 2 })
  eq(start(MNK .. ":m=6,n=2,k=4", "a1 a2 b1 b2 d1 d2 e1 e2 c1"):winners(), { 1 }, "more than k")
end)

test("mnk: more players, and a single player", function()
  local s = start(MNK .. ":players=3,m=4,n=4")
  eq(s:game():seats(), 3)
  s:play "a1 a2 a3 b1 b2 b3"
  eq({ s:seat(), s:outcome() }, { 1 })
  s:play "d4 d1 c3"
  eq(s:winners(), { 3 })
  eq(start(MNK .. ":players=1", "a1 b1 c1"):winners(), { 1 })
  has(start(MNK .. ":players=8", "a1 b1 c1 a2 b2 c2 a3 b3"):draw(), "E F .")
  raises("players=9 is not allowed", lab.game, MNK .. ":players=9")
end)

test("mnk: equal positions have equal keys", function()
  eq(start(MNK, "a1 b1 c3 a3 c1"):key(), start(MNK, "c3 a3 a1 b1 c1"):key())
  eq(start(MNK, "a1 b1 c3"):key(), start(MNK, "c3 b1 a1"):key(), "whatever was last")
  check.differs(start(MNK, "a1 b1"):key(), start(MNK, "b1 a1"):key())
end)

test("mnk: random games end, and bots can play it", function()
  for index = 1, 20 do
    check.ok(start(MNK):playout(lab.rng(1, index)):outcome())
  end
  local results = lab.match(lab.game(MNK), { "random", "bots/onestep.lua" }, 1, 5)
  for _, r in ipairs(results) do
    check.ok(r.outcome == "win" or r.outcome == "draw", r.reason)
  end
end)

test("mnk: as the base of a variant", function()
  local spec = check.file 'return require "modifiers".pie "games/mnk.lua:m=4"'
  local s = start(spec, "b2 swap")
  eq({ s:seat(), s.board[6], s:game():native() }, { 1, 1, "mnk" })
  eq(s:play "a1 b1 a2 b3":winners(), { 2 })
end)

test("mnk: as the base of a variant, with other options", function()
  local spec = check.file 'return require "modifiers".pie "games/mnk.lua"'
  local game = lab.game(spec .. ":m=4,n=5")
  eq(game:options(), { k = 3, m = 4, n = 5, players = 2 })
  eq({ game:option "m", game:spec() }, { 4, spec .. ":m=4,n=5" })
  raises("has no option 'x'", game.option, game, "x")
  local run = lab.simulate { game = spec .. ":m=4,n=5", games = 2 }
  eq(run.games, 2)
  local swept = lab.sweep { game = spec .. ":m=4", vary = { "n=4,5" }, games = 2 }
  eq({ #swept, swept[2].values.n }, { 2, 5 })
end)

-- ---- any game ----------------------------------------------------------------

local function rules(fields)
  return check.file('return require "boardlab".rules { ' .. fields .. " }")
end

local LEAST = "moves = function() return { 1, 2 } end, play = function() end"

test("a drawing may contain any bytes", function()
  local s = start(rules(LEAST .. [[, draw = function() return "a\0b\0\n c\0" end]]))
  eq(s:draw(), "a?b?\n c?\nseat 1 to move")
  eq(start(rules(LEAST .. [[, draw = function() return "" end]])):draw(), "\nseat 1 to move")
end)

test("a minimal game", function()
  local s = start(rules(LEAST))
  eq({ s:game():seats(), s:count(), s:seat() }, { 2, 2, 1 })
  eq(texts(s), "1 2")
  eq(s:play(2):seat(), 2)
  eq(s:game():native(), s:game():name())
  eq(s:game():base(), nil)
end)

test("hooks get the documented arguments", function()
  local s = start(rules [[
    players = function(o) return o.n end, options = { n = 3 }, state = { x = 1, list = 4 },
    start = function(s, rng, o) assert(o.n == 3 and rng(6) <= 6); s.x = 7 end,
    moves = function(s, seat, o) assert(o.n == 3 and seat == s:seat()); return { seat } end,
    play = function(s, move, seat, o)
      assert(move == seat and o.n == 3)
      s.list[seat] = s.list[seat] + 1
    end,
    next_seat = function(s, seat, move, o)
      assert(move == seat and o.n == 3)
      if s.list[seat] == 1 then return seat end
    end,
    outcome = function(s, mover, o)
      assert(o.n == 3)
      if s.list[3] == 2 then return { 1, mover } end
    end,
    text = function(s, move, o) return "go" .. move .. o.n end,
    draw = function(s, o) return "x is " .. s.x end]])
  eq({ s:game():seats(), s.x, s:draw() }, { 3, 7, "x is 7\nseat 1 to move" })
  s:play "go13"
  eq({ s:seat(), s.list[1] }, { 1, 1 })
  s:play "go13 go23 go23 go33 go33"
  eq(s:winners(), { 1, 3 })
end)

test("play returns the seat to move, or nil for the next in order", function()
  local function answering(answer, fields)
    return start(rules(("players = 3, moves = function() return { 1 } end, "
      .. "play = function(_, _, seat) return %s end%s"):format(answer, fields or "")))
  end
  local function seats_of(s)
    local list = {}
    for ply = 1, 4 do list[ply] = s:play(1):seat() end
    return table.concat(list)
  end
  eq(seats_of(answering "nil"), "2312")
  eq(seats_of(answering "seat"), "1111")
  eq(seats_of(answering "(seat + 1) % 3 + 1"), "3213")
  eq(seats_of(answering "3.0"), "3333")
  eq(seats_of(answering("3", ", next_seat = function() end")), "3333")
  eq(seats_of(answering("3", ", next_seat = function(_, seat) return seat end")), "1111")
  for _, answer in ipairs { "0", "4", "1.5", "-1", "1e300", "0/0", "true", "false", "'b'", "{}" } do
    local s = answering(answer)
    raises("'play' must return the seat to move, or nil for the next in order", s.play, s, 1)
  end
end)

test("a seat without moves passes, and if all pass the game is a draw", function()
  local s = start(rules "moves = function() return {} end, play = function() end")
  eq(texts(s), "pass")
  eq(s:play "pass":seat(), 2)
  eq(s:play "pass":outcome(), "draw")
end)

test("a long drawing is complete", function()
  local drawn = tostring(lab.game(check.file [[return require "boardlab".rules {
    moves = function() return { 1 } end, play = function() end,
    draw = function() return ("x"):rep(30000) .. "end" end }]]):start())
  check.has(drawn, "xend")
end)

test("wrong rules are refused, or fail when they are called", function()
  for fields, message in pairs {
    ["moves = print"] = "lab.rules needs 'play', a function",
    ["play = print"] = "lab.rules needs 'moves', a function",
    [LEAST .. ", foo = 1"] = "lab.rules has no 'foo'",
    [LEAST .. ", outcom = print"] = "did you mean 'outcome'?",
    [LEAST .. ", players = 17"] = "'players' must be a number from 1 to 16",
    [LEAST .. ", players = 0"] = "'players' must be a number from 1 to 16",
    [LEAST .. ", state = 3"] = "'state' must be a table",
    [LEAST .. ", state = { x = 0 }"] = "give the number of integers",
    [LEAST .. ", state = { key = 1 }"] = "a field cannot be called 'key'",
    [LEAST .. ", name = 3"] = "'name' must be a string, not a number",
    [LEAST .. ", options = { a = {} }"] = "option 'a'",
    [LEAST .. ", options = { a = { default = 3, max = 2 } }"] = "default is outside min and max",
    [LEAST .. ", max_moves = 0"] = "'max_moves' must be from 1 to",
  } do
    raises(message, lab.game, rules(fields))
  end
  for fields, message in pairs {
    ["moves = function() return 3 end, play = print"] = "'moves' must return a list",
    ["moves = function() return { -1 } end, play = print"] = "integers from 0 to 1073741823",
    ["moves = function() return { 1, 2, 3 } end, play = print, max_moves = 2"] = "max_moves is 2",
    [LEAST .. ", text = function() return 'a b' end"] = "must return a string without spaces",
    [LEAST .. ", draw = function() end"] = "'draw' must return a string",
    ["moves = function() return { 1 } end, play = function() error 'oh' end"] = ".lua:1: oh",
  } do
    raises(message, function()
      local s = start(rules(fields))
      s:draw()
      s:play(s:text(s:moves()[1]))
    end)
  end
end)

-- ---- games on grids and their yardsticks -----------------------------------

local YARDSTICKS = arg[0]:match "^(.*/)" .. "yardsticks/"

-- Plays random games of both files side by side: all that can be seen is the same.
local function compare_files(name, options, games)
  local game = lab.game("games/" .. name .. ".lua" .. options)
  local plain = lab.game(YARDSTICKS .. name .. ".lua" .. options)
  for i = 1, games do
    local a, b, rng = game:start(), plain:start(), lab.rng(17, i)
    while a:seat() do
      local moves = a:moves()
      eq(b:moves(), moves, options)
      eq(b:evaluate(), a:evaluate(), options)
      local move = rng:pick(moves)
      eq(b:text(move), a:text(move), options)
      a:play(move)
      b:play(move)
    end
    eq({ b:outcome(), b:winners() }, { a:outcome(), a:winners() }, options)
  end
end

test("mnk: the same as in plain Lua", function()
  for _, options in ipairs { "", ":m=4,n=4,k=3", ":m=1,n=1,k=1", ":m=1,n=7,k=2", ":m=9,n=2,k=4",
    ":m=5,n=3,k=1", ":k=9", ":m=6,n=5,k=4,players=3", ":m=8,n=8,k=3,players=8", ":players=1",
    ":m=26,n=12,k=5" } do
    compare_files("mnk", options, options:find "26" and 1 or 5)
  end
end)

local FOUR = "games/connect_four.lua"

test("connect four: the same as in plain Lua", function()
  for _, options in ipairs { "", ":columns=4,rows=4,connect=3", ":columns=1,rows=5,connect=1",
    ":columns=26,rows=2,connect=2", ":columns=2,rows=26,connect=9" } do
    compare_files("connect_four", options, 5)
  end
end)

test("connect four: discs fall, columns fill up, four in a row win", function()
  local s = start(FOUR, "d d d d d d")
  eq(texts(s), "a b c e f g")
  raises("'d' is not a legal move; the legal moves are a b c e f g", s.play, s, "d")
  has(s:draw(), " 2  . . . O . . .\n 1  . . . X . . .\n    a b c d e f g")
  round_trip(s)
  eq(start(FOUR, "a b a b a b a"):winners(), { 1 }) -- up
  eq(start(FOUR, "a a b b c c d"):winners(), { 1 }) -- across
  eq(start(FOUR, "g a b b c c d c d d f d"):winners(), { 2 }) -- rising
  eq(start(FOUR, "d c c b b a b a a a"):outcome(), nil)
  eq(start(FOUR, "d c c b b a b a a e a"):winners(), { 1 }) -- falling
  eq(start(FOUR .. ":columns=2,rows=2", "a a b b"):outcome(), "draw")
end)

test("connect four: perft", function()
  local s = start(FOUR)
  for depth, count in ipairs { 7, 49, 343, 2401, 16807, 117649 } do
    eq(leaves(s, depth), count, depth)
  end
  local function half(text) return leaves(s:after(text), 6) end -- the other half mirrors it
  eq(2 * (half "a" + half "b" + half "c") + half "d", 823536)
end)

return check.done()

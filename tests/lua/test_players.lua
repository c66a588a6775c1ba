-- Variants with fewer players than their base has seats: they play exactly like the base with
-- that many players, where it can be opened so.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local positions = require "positions"
local test, eq, raises, variant = check.test, check.eq, check.raises, positions.variant
local start = positions.start

-- A variant of a base with some more keys.
local function reduced(base, players, keys)
  return variant(("return lab.variant { base = %q, players = %s, %s }")
    :format(base, players, keys or ""))
end

-- Compares games of a variant with those of the game that it should be like.
local function same_games(base, players, like, bots, games)
  local spec = reduced(base, players)
  local game, other = lab.game(spec), lab.game(like)
  eq({ game:seats(), game:sides() }, { other:seats(), other:sides() }, base)
  for _, bot in ipairs(bots) do
    eq(lab.match(spec, { bot }, 7, games), lab.match(like, { bot }, 7, games),
      ("%s, players = %s: %s"):format(base, players, bot))
  end
end

test("games in Lua", function()
  local bots = { "random", "mcts:iterations=30", "alphabeta:depth=2", "bots/onestep.lua" }
  for _, players in ipairs { "3", "{ 1, 2, 4 }", "{ 2, 3, 4 }", "function() return 3 end" } do
    same_games("games/mnk.lua:players=4,m=4", players, "games/mnk.lua:players=3,m=4", bots, 4)
  end
  same_games("games/mnk.lua:players=4,m=4", "1", "games/mnk.lua:players=1,m=4", { "random" }, 4)
  same_games("games/mnk.lua:players=4,m=4", "4", "games/mnk.lua:players=4,m=4", { "random" }, 4)
end)

test("native games", function()
  local bots = { "random", "bots/onestep.lua" }
  same_games("tictacdoh:players=4", "3", "tictacdoh:players=3", bots, 10)
  same_games("tictacdoh:players=4", "{ 1, 4 }", "tictacdoh:players=2", bots, 10)
  local dorix = lab.game(reduced("dorix:players=4", "{ 1, 2, 4 }"))
  eq({ dorix:sides(), dorix:team(2) }, { 2, { 2, 3 } }, "partners")
  check.has(tostring(dorix:start()), "in hand: seat 1 10, seat 2 10, seat 4 10\n")
  eq(dorix:start():hand(3), 10)
end)

test("three players in Quoridor: no pawn, no walls, no turn of the fourth", function()
  local like = "quoridor:size=5,players=3,walls=1"
  -- The native random bot draws in another way where pawns are missing.
  local bots = { "bots/random.lua", "bots/onestep.lua", "bots/walls.lua", "mcts:iterations=20" }
  same_games("quoridor:size=5,players=4,walls=1", "3", like, bots, 6)
  local spec = reduced("quoridor:size=5,players=4", "3")
  local s, other = start(spec), start(like)
  eq(positions.leaves(s, 2), positions.leaves(other, 2))
  eq(tostring(s), tostring(other))
  eq(s:scene(), other:scene())
  eq(s:evaluate(), other:evaluate())
  raises("there is no seat 4: seats are 1 to 3", s.pawn, s, 4)
  eq(start(reduced("quoridor:size=5,players=4", "{ 1, 2, 4 }")):pawn(3), "e3")
end)

test("a layer between: the fourth seat of a variant", function()
  local inner = variant [[return lab.variant { base = "quoridor:size=5,players=4,walls=1",
    vars = { plies = 0 }, after = function(s) s.plies = math.min(s.plies + 1, 9) end }]]
  local file = inner:match "[^/]+$"
  same_games(file, "3", "quoridor:size=5,players=3,walls=1", { "bots/random.lua" }, 6)
  local outer = reduced("tictacdoh:players=4", "3"):match "[^/]+$"
  local spec = variant(([[return lab.variant { base = %q,
    after = function(s, _, seat) assert(seat <= 3 and s:game():seats() == 3) end }]]):format(outer))
  eq(lab.match(spec, { "random" }, 3, 10), lab.match("tictacdoh:players=3", { "random" }, 3, 10))
end)

test("hooks know seats by the numbers of the base", function()
  local s = start(reduced("games/mnk.lua:players=4", "{ 1, 2, 4 }", [[
    vars = { mover = 0, next = 0 },
    after = function(s, _, seat) s.mover, s.next = seat, s:seat() end,
    outcome = function(s, mover) return s.board:count(4) == 2 and 4 or nil end]]))
  s:play "a1 b1"
  eq({ s.mover, s.next, s:seat(), s:side_of(3) }, { 2, 4, 3, 4 })
  s:play "c1"
  eq({ s.mover, s.next, s:seat(), s.board[3] }, { 4, 1, 1, 4 })
  eq(s:play("a2 b2 c2"):winners(), { 3 })
  check.has(tostring(s), "seat 3 plays the side of seat 4\n")
  local seats = {}
  for i, piece in ipairs(s:scene().pieces) do seats[i] = piece.seat end
  eq(seats, { 1, 2, 3, 1, 2, 3 })
end)

test("turns that a hook gives", function()
  local keys = "next_seat = function(_, seat) return %s end"
  local s = start(reduced("games/mnk.lua:players=4", "{ 1, 3 }", keys:format "seat"))
  eq(s:play("a1 b1"):seat(), 1)
  s = start(reduced("games/mnk.lua:players=4", "{ 1, 3 }", keys:format "seat % 4 + 1"))
  raises("'next_seat' must return a seat 1 or 3, or nil for the next in order", s.play, s, "a1")
  s = start(reduced("games/mnk.lua:players=4", "3", "outcome = function() return 4 end"))
  raises("a seat 1, 2 or 3 or a list of them", s.play, s, "a1")
  s = start(reduced("games/mnk.lua:players=4", "3", [[extra = function() return { "wait" } end,
    play = function() end]]))
  eq(s:play("wait wait wait"):seat(), 1)
  eq(start(reduced("games/mnk.lua:players=4", "{ 2, 4 }")):play("a1 b1").board[2], 4)
end)

test("a seat that has been taken out of the game gets no turn", function()
  local s = start(variant [[return lab.variant { base = "quoridor:size=5,players=4",
    setup = function(s) s:set("pawn4", "-") end,
    next_seat = function() return 4 end }]])
  eq(s:play("c2"):seat(), 1)
  s = start(variant [[return lab.variant { base = "quoridor:size=5,players=4",
    setup = function(s) s:set("pawn2", "-") end,
    allow = function() return false end }]])
  eq(s:play("pass"):seat(), 3)
  s = start(variant [[return lab.variant { base = "quoridor:size=5,players=4",
    setup = function(s) s:set("pawn2", "-") end,
    extra = function() return { "give" } end, play = function() return 2 end }]])
  eq(s:play("give"):seat(), 3)
end)

test("results: whoever does not play does not win", function()
  local function result(outcome)
    local base = variant(([[return lab.rules { players = 4, state = { n = 1 },
      moves = function() return { 1 } end, play = function(s) s.n = s.n + 1 end,
      outcome = function(s) if s.n == 3 then return %s end end }]]):format(outcome))
    local s = start(reduced(base:match "[^/]+$", "3")):play "1 1 1"
    return { s:outcome(), s:winners() }
  end
  eq(result "4", { "draw", {} })
  eq(result "{ 1, 4 }", { "win", { 1 } })
  eq(result "{ 1, 2, 3 }", { "draw", {} })
  eq(result "2", { "win", { 2 } })
end)

-- Each seat takes a point per move; the fourth begins with more.
local function scores(keys, players)
  local base = variant [[return lab.rules { players = 4, state = { n = 1, points = { 4 } },
    start = function(s) s.points[4] = 9 end,
    moves = function() return { 1, 2 } end,
    play = function(s, move, seat) s.n, s.points[seat] = s.n + 1, s.points[seat] + move end,
    score = function(s) return { table.unpack(s.points) } end,
    outcome = function(s) return s.n == 6 or nil end }]]
  return start(reduced(base:match "[^/]+$", players or "3", keys))
end

test("scores are those of the players", function()
  local s = scores():play "1 2 1 1 2 1"
  eq(s:score(), { 2, 4, 2 })
  eq(s:winners(), { 2 })
  eq(scores():play("1 1 1 1 1 1"):outcome(), "draw")
  s = scores("score = function(_, score) return { score[1] + 10, score[2], score[3] } end")
  eq(s:play("1 2 1 1 2 1"):winners(), { 1 })
  eq(scores(nil, "{ 2, 4 }"):play("1 1 1 1 1 1"):score(), { 3, 12 })
end)

test("evaluations are those of the players", function()
  local function value(evaluate)
    local list = start(reduced("games/mnk.lua:players=4", "{ 1, 2, 4 }",
      ("evaluate = function() return %s end"):format(evaluate))):evaluate()
    return ("%.3f %.3f %.3f"):format(list[1], list[2], list[3])
  end
  eq(value "0.5", "0.500 0.250 0.250")
  eq(value "{ 0.25, 0.25, 0, 0 }", "0.500 0.500 0.000")
  eq(value "{ 0.1, 0.1, 0.9, 0.2 }", "0.250 0.250 0.500")
  eq(value "{ 0.1, 0.1, nil, 0.2 }", "0.250 0.250 0.500")
  eq(value "{ 0, 0, 1, 0 }", "0.333 0.333 0.333")
  local s = start(reduced("games/mnk.lua:players=4", "3", "evaluate = function() return 2 end"))
  raises("must return the winning chance", s.evaluate, s)
end)

test("teams stay together", function()
  local base = variant [[return lab.rules { players = 4, teams = { { 1, 3 }, { 2, 4 } },
    state = { n = 1 }, moves = function() return { 1 } end, play = function(s) s.n = s.n + 1 end,
    outcome = function(s, mover) return s.n == 3 and mover or nil end }]]
  local game = lab.game(reduced(base:match "[^/]+$", "3"))
  eq({ game:seats(), game:sides(), game:team(1), game:team(2) }, { 3, 2, { 1, 3 }, { 2 } })
  eq(game:start():play("1 1 1"):winners(), { 1, 3 })
  game = lab.game(reduced(base:match "[^/]+$", "{ 2, 4 }"))
  eq({ game:seats(), game:sides(), game:team(1) }, { 2, 1, { 1, 2 } })
end)

test("passes: the game ends when all who play have passed", function()
  local s = start(reduced("games/mnk.lua:players=4", "3", "allow = function() return false end"))
  eq(s:play("pass pass"):seat(), 3)
  eq(s:play("pass"):outcome(), "draw")
end)

test("dice are rolled for those who play", function()
  local base = variant [[return lab.rules { players = 4, state = { rolled = 1, by = { 4 } },
    chance = function(s) return s.rolled == 0 and { 1, 2 } or nil end,
    roll = function(s, move, seat) s.rolled, s.by[seat] = move, s.by[seat] + 1 end,
    moves = function() return { 7 } end,
    play = function(s) s.rolled = 0 end,
    outcome = function(s) return s.by[1] == 3 and 1 or nil end }]]
  local s = start(reduced(base:match "[^/]+$", "{ 1, 2, 4 }"))
  s:play "1 7 2 7 1 7"
  eq({ s:seat(), table.unpack(s.by) }, { 0, 1, 1, 0, 1 })
  eq(s:play("1"):seat(), 1)
end)

test("swaps, and seats that nobody plays", function()
  local s = start(reduced("games/mnk.lua:players=4", "{ 1, 2, 4 }", [[vars = { n = 0 },
    after = function(s) s.n = s.n + 1 if s.n == 3 then s:swap(1, 4) end end]]))
  s:play "a1 b1 c1"
  eq({ s:seat(), s:side_of(3), s:side_of(1) }, { 3, 1, 4 })
  check.has(tostring(s), "seat 3 has swapped: it plays the side of seat 1")
  s = start(reduced("games/mnk.lua:players=4", "3", "after = function(s) s:swap(1, 4) end"))
  raises("nobody plays seat 4, so nobody can swap with it", s.play, s, "a1")
end)

local QUORIDOR = [["quoridor:players=4,size=5"]]
local PLAIN = ("lab.variant { base = %s, vars = { n = 0 }, after = function(s) s.n = 1 end }")
  :format(QUORIDOR)
local DIE = [[lab.variant { base = %s, vars = { die = 0 },
  chance = function(s) return s.die == 0 and { 1, 2 } or nil end,
  roll = function(s, move) s.die = move end, after = function(s) s.die = 0 end }]]

test("the seat to move can be set over any base", function()
  for what, base in pairs {
    ["native"] = QUORIDOR,
    ["vars"] = PLAIN,
    ["outcome"] = ("lab.variant { base = %s, outcome = function() end }"):format(QUORIDOR),
    ["two_moves"] = ("m.two_moves(%s)"):format(QUORIDOR),
    ["elimination"] = ([[lab.variant { base = %s, vars = { out = { 0, 0, 0, 0 } },
      after = function(s, _, seat)
        if s:pawn(seat) == "c3" and not s:outcome() then s:set("pawn" .. seat, "-") end
      end }]]):format(QUORIDOR),
  } do
    local s = start(variant(("return lab.variant { base = %s, players = { 1, 2, 4 } }")
      :format(base)))
    for _, seat in ipairs { 2, 3, 1, 3, 2 } do
      eq(s:set("seat", seat):seat(), seat, what)
      eq(s:side_of(seat), ({ 1, 2, 4 })[seat], what)
    end
    s:set "seat=2 pawn3=c5"
    check.ok(not tostring(s):find "c5", what .. ": nobody plays seat 3")
  end
end)

test("some players of a variant with fewer players", function()
  local s = start(variant(("return lab.variant { base = lab.variant { base = %s, "
    .. "players = { 1, 3, 4 } }, players = { 1, 3 } }"):format(PLAIN)))
  eq({ s:side_of(1), s:side_of(2) }, { 1, 4 })
  eq(s:set("seat", 2):seat(), 2)
  local text = tostring(s)
  eq(text:match "%\nseat 2 plays.*", "\nseat 2 plays the side of seat 4\nseat 2 to move")
  check.ok(not text:find "seat 3", text)
  local hands = start(variant [[return lab.variant { base = lab.variant { base = "dorix:players=4",
    players = { 1, 3, 4 } }, players = { 1, 2 } }]])
  check.has(tostring(hands), "in hand: seat 1 10, seat 3 10\n")
  check.has(tostring(hands), "\nseat 2 plays the side of seat 3\n")
end)

test("a die that the base adds", function()
  for _, base in ipairs { QUORIDOR, '"games/mnk.lua:players=3,m=4"' } do
    local spec = variant(("return lab.variant { base = %s, players = { 1, 3 } }")
      :format(DIE:format(base)))
    local s, turns = start(spec), {}
    for i = 1, 4 do
      turns[i] = s:play(1):seat()
      s:play(s:moves()[1])
    end
    eq(turns, { 1, 2, 1, 2 }, base)
    eq(s:set("seat", 2):play(1):seat(), 2, base)
  end
end)

test("players that an option sets", function()
  local spec = reduced("quoridor:players=4,size=5", "function(o) return o.seats end",
    'options = { seats = { default = 4, min = 2, max = 4, help = "players at the table" } }')
  eq(lab.game(spec):option "seats", 4)
  for seats = 2, 4 do
    local game = lab.game(spec, { seats = seats })
    eq({ game:seats(), game:option "seats" }, { seats, seats })
  end
  local inline = lab.variant { name = "more", base = "quoridor:size=5",
    options = { x = { default = 1, min = 1, max = 3, help = "x" } } }
  eq({ inline:name(), lab.game(inline, { x = 2 }):option "x" }, { "more", 2 })
end)

-- The fields of a base hold its seats, so a bot that reads them asks which it plays.
test("a bot that reads the board of the base", function()
  local spec = reduced("games/mnk.lua:players=3", "{ 2, 3 }")
  local function bot(expression)
    return check.file(([[return { choose = function(state, me)
      local random = state:random_move()
      for _, move in ipairs(state:moves()) do
        local s = state:after(move)
        if %s then return move end
      end
      return random
    end }]]):format(expression))
  end
  local reads, asks = bot "s.board:has_line(s:side_of(me.seat), 3)", bot "s:won(me.seat)"
  eq(lab.match(spec, { reads, "random" }, 5, 20), lab.match(spec, { asks, "random" }, 5, 20))
end)

test("what a seat sees", function()
  local base = variant [[return lab.rules { players = 3, state = { hand = { 3 } },
    start = function(s) for i = 1, 3 do s.hand[i] = i end end,
    moves = function() return { 1 } end, play = function() end,
    observe = function(s, seat) for i = 1, 3 do s.hand[i] = i == seat and s.hand[i] or 0 end end }]]
  local s = start(reduced(base:match "[^/]+$", "{ 1, 3 }"))
  eq({ table.unpack(s:copy():observe(2).hand) }, { 0, 0, 3 })
end)

test("what players can be", function()
  local function refuses(players, why)
    raises(why, lab.game, reduced("tictacdoh:players=4", players))
  end
  local general = "'players' must be a number from 1 to 4, which is how many seats "
    .. "tictacdoh:players=4 has; a list of those seats that are played"
  for _, players in ipairs { "0", "5", "-1", "2.5", "0/0", "'x'", "{}", "{ 1, 2, 3, 4, 5 }", "true",
    "function() return 9 end" } do
    refuses(players, general)
  end
  local order = "'players' must list seats from 1 to 4 in ascending order, each once"
  for _, players in ipairs { "{ 1, 1 }", "{ 2, 1 }", "{ 0 }", "{ 5 }", "{ 'x' }", "{ 1.5 }" } do
    refuses(players, order)
  end
  raises("which is how many seats tictacdoh has", lab.game,
    reduced("tictacdoh:players=4", "3") .. ":players=2")
end)

test("runs, searches, solving", function()
  local spec = reduced("games/mnk.lua:players=4", "{ 1, 4 }")
  local run = lab.simulate { game = spec, games = 20 }
  eq(#run.seat, 2)
  local solved, like = lab.solve(spec), lab.solve "games/mnk.lua"
  eq({ solved.winner, solved.plies }, { like.winner, like.plies })
  local cup = lab.tournament { game = spec, bots = { "random", "mcts:iterations=5" }, games = 1 }
  eq(#cup.ratings, 2)
end)

return check.done()

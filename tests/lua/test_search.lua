-- The engine's searches from Lua: lab.search, s:evaluate(), and rules that evaluate.
package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local lab = require "boardlab"
local positions = require "positions"
local check = require "check"
local test, eq, ok, has, raises = check.test, check.eq, check.ok, check.has, check.raises
local start = positions.start

-- An evaluation: the difference of the distances to the goal.
local function race(p, seat)
  return 1 / (1 + math.exp(p:distance(seat) - p:distance(3 - seat)))
end

local function total(list, key)
  local sum = 0
  for _, entry in ipairs(list) do sum = sum + entry[key] end
  return sum
end

-- ---- what is found ---------------------------------------------------------

test("MCTS finds and proves a win", function()
  local s = start("tictacdoh", "Lc3 Lb2")
  local best, moves = lab.search.mcts(s, { iterations = 500 })
  ok(s:after(best):won(1))
  eq(#moves, s:count())
  eq(moves[1], { move = best, visits = moves[1].visits, value = 1.0, proven = true })
end)

test("alpha-beta finds and proves a win", function()
  local s = start("tictacdoh", "Lc3 Lb2")
  local best, moves = lab.search.alphabeta(s, { depth = 2 })
  ok(s:after(best):won(1))
  eq(#moves, s:count())
  eq(moves[1].value, 1.0)
  eq(moves[1].plies, 1)
  ok(moves[1].best and moves[1].exact and moves[1].proven)
end)

test("iterations limit the search, and all moves are listed", function()
  local s = start "dorix"
  local _, moves = lab.search.mcts(s, { iterations = 77 })
  eq(total(moves, "visits"), 77)
  _, moves = lab.search.mcts(s, { iterations = 7, playouts = 3, playout_plies = -1, bias = 0,
    c = 1 })
  eq(total(moves, "visits"), 7)
  _, moves = lab.search.mcts(s, { ms = 1 })
  ok(total(moves, "visits") > 0)
end)

test("the same generator gives the same result, and the position is unchanged", function()
  local s = start "orbital"
  local before = s:key()
  local function look(seed)
    local options = { iterations = 300, playout_plies = -1, bias = 0, rng = lab.rng(seed) }
    local best, moves = lab.search.mcts(s, options)
    return { best, moves }
  end
  eq(look(5), look(5))
  check.differs(look(5), look(6))
  eq(s:key(), before)
end)

-- Without Lua functions, all of a search is done where the rules run; with them, in the script.
test("a search is the same wherever it is done, and so is what it draws", function()
  for _, spec in ipairs { "games/connect_four.lua:columns=4,rows=4", "games/hex.lua:size=3",
    "games/dice_race.lua" } do
    local here, there = lab.rng(3), lab.rng(3)
    local s = lab.game(spec):start(lab.rng(1))
    while s:seat() == 0 do s:play(s:random_move(lab.rng(2))) end
    eq({ lab.search.alphabeta(s, { depth = 2, all = true, rng = here }) },
      { lab.search.alphabeta(s, { depth = 2, all = true, rng = there,
        evaluate = function(p) return p:evaluate() end }) })
    eq(here(1000000), there(1000000))
    eq({ lab.search.mcts(s, { iterations = 60, c = 1, bias = 0, playout_plies = -1, rng = here }) },
      { lab.search.mcts(s, { iterations = 60, c = 1, bias = 0, playout_plies = -1, rng = there,
        policy = function(p, rng) return p:random_move(rng) end }) })
    eq(here(1000000), there(1000000))
  end
end)

test("alpha-beta respects its limits of nodes and depth", function()
  local s = start "quoridor"
  local _, moves = lab.search.alphabeta(s, { depth = 1 })
  eq(moves[1].depth, 1)
  _, moves = lab.search.alphabeta(s, { depth = 3, nodes = 10 })
  ok(total(moves, "depth") <= 10)
  _, moves = lab.search.alphabeta(s, { depth = 2, all = true, table = 0 })
  for _, entry in ipairs(moves) do ok(entry.exact) end
  _, moves = lab.search.alphabeta(start "dorix:size=3,players=3", { depth = 3, paranoid = true })
  ok(moves[1].value >= 0 and moves[1].value <= 1)
end)

test("a search is that of the position at its start, whatever `evaluate` does to it", function()
  local function value(p) return p:key() % 1000 / 1000 end
  for name, options in pairs { mcts = { iterations = 200 }, alphabeta = { depth = 2 } } do
    for _, spec in ipairs { "dorix", "tictacdoh", "quoridor:size=5,walls=3" } do
      local function look(s, change)
        local result = {}
        local plan = { rng = lab.rng(1), evaluate = function(p)
          change(s)
          return value(p)
        end }
        for key, number in pairs(options) do plan[key] = number end
        result.best, result.moves = lab.search[name](s, plan)
        return result
      end
      local wanted = look(start(spec), function() end)
      eq(look(start(spec), function(s)
        if not s:outcome() then s:play(s:moves()[1]) end
      end), wanted, name .. ": one move further, " .. spec)
      eq(look(start(spec), function(s) s:playout(lab.rng(3)) end), wanted,
        name .. ": played to the end, " .. spec)
    end
  end
end)

test("rules whose result depends on more than the position fail, or do no harm", function()
  local spec = check.file [[local calls = 0
    return require "boardlab".variant { base = "dorix:size=3", after = function(s)
      calls = calls + 1
      if calls % 3 == 0 and not s:outcome() then s:play(s:moves()[1]) end
    end }]]
  -- A search keeps the positions of its tree, so its moves are legal in them whatever the rules do.
  local best = lab.search.mcts(start(spec), { iterations = 5000, rng = lab.rng(1) })
  check.ok(start(spec):legal(best), "a move of the position that was searched")
  local once = check.file [[local calls = 0
    return require "boardlab".rules { moves = function() return { 1, 2 } end,
      play = function() end,
      outcome = function(_, seat)
        calls = calls + 1
        return calls == 1 and seat or nil
      end }]]
  local found, why = lab.solve(once, { within = 1 })
  eq(found, nil)
  has(why, "its rules give different results for the same position")
end)

-- ---- functions of Lua ------------------------------------------------------

test("an evaluation in Lua decides the search", function()
  local s = start("quoridor:walls=0", "e2 e8")
  local function right(p, seat) -- prefers seat 1 further to the right
    local chance = (p:pawn(1):byte() - 96) / 10
    return seat == 1 and chance or 1 - chance
  end
  eq(s:text((lab.search.alphabeta(s, { depth = 1, evaluate = right }))), "f2")
  eq(s:text((lab.search.mcts(s, { iterations = 100, evaluate = right }))), "f2")
  eq(s:text((lab.search.alphabeta(s, { depth = 1, evaluate = function(p)
    local left = 1 - (p:pawn(1):byte() - 96) / 10
    return { left, 1 - left }
  end }))), "d2")
end)

test("an evaluation gets the seat to move, and no finished games", function()
  local s = start "quoridor:size=3,walls=0"
  local calls = 0
  lab.search.alphabeta(s, { depth = 4, evaluate = function(p, seat)
    calls = calls + 1
    eq(p:seat(), seat)
    eq(p:outcome(), nil)
    return 0.5
  end })
  ok(calls > 3)
end)

-- A game that repeats its position after two plies, or after four.
test("MCTS values endless repetition as a draw", function()
  local circle = [[return require "boardlab".rules { state = { x = 1 },
    moves = function() return { 1 } end, play = function(s) s.x = (s.x + 1) %% %d end,
    evaluate = function(_, seat) return seat == 1 and 0.9 or 0.1 end }]]
  for _, plies in ipairs { 2, 4 } do
    local _, moves = lab.search.mcts(start(check.file(circle:format(plies))), { iterations = 500 })
    ok(moves[1].value > 0.5 and moves[1].value < 0.51, moves[1].value)
  end
  local _, moves = lab.search.mcts(start(check.file(circle:format(100000))), { iterations = 500 })
  ok(moves[1].value > 0.89, moves[1].value)
end)

test("an evaluation may return a value for every seat, and partners share", function()
  local s = start "dorix:players=4"
  local seen = false
  local _, moves = lab.search.alphabeta(s, { depth = 1, all = true, evaluate = function()
    seen = true
    return { 0.6, 0.2, 0.6, 0.2 }
  end })
  ok(seen)
  eq(("%.3f"):format(moves[1].value), "0.750")
  _, moves = lab.search.alphabeta(start "dorix:players=3", { depth = 1, all = true,
    evaluate = function() return { 0, 0, 0 } end })
  eq(("%.3f"):format(moves[1].value), "0.333")
  _, moves = lab.search.alphabeta(start "dorix:players=3", { depth = 1, all = true,
    evaluate = function() return 0.5 end }) -- the value of seat 2, which is to move then
  eq(moves[1].value, 0.25)
end)

test("a policy chooses the moves of playouts", function()
  local s = start "quoridor:size=5"
  local calls = 0
  local function forward(p, rng)
    calls = calls + 1
    return rng(4) > 1 and p:move(p:path(p:seat())[1]) or p:random_move(rng)
  end
  local _, moves = lab.search.mcts(s, { iterations = 50, policy = forward, rng = lab.rng(3) })
  eq(total(moves, "visits"), 50)
  ok(calls > 50 * 4, calls)
  eq(select(2, lab.search.mcts(s, { iterations = 50, policy = forward, rng = lab.rng(3) })), moves)
  calls = 0
  lab.search.mcts(s, { iterations = 50, policy = forward, evaluate = race, playout_plies = 2 })
  ok(calls <= 100)
end)

test("arguments of callbacks are only valid during the call", function()
  local s = start "quoridor"
  local kept, drawn
  lab.search.mcts(s, { iterations = 2, evaluate = function(p) kept = p return 0.5 end })
  raises("only valid during the call", kept.seat, kept)
  lab.search.mcts(s, { iterations = 1, policy = function(p, rng)
    drawn = rng
    return p:random_move(rng)
  end })
  raises("this generator was only valid during the call", drawn, 6)
  raises("read-only", lab.search.mcts, s, { evaluate = function(p) p:play(p:moves()[1]) end })
end)

-- ---- what goes wrong -------------------------------------------------------

test("errors in callbacks are raised, and the next search works", function()
  local s = start "tictacdoh"
  for _, search in ipairs { lab.search.mcts, lab.search.alphabeta } do
    raises("here it is", search, s, { evaluate = function() error "here it is" end })
    local good, thrown = pcall(search, s, { evaluate = function() error({ 1 }) end })
    eq(good, false)
    eq(thrown, { 1 })
    raises("another", search, s, { evaluate = function(p) return search(p) end })
    local best = search(s, { evaluate = function() return 0.5 end })
    ok(s:legal(best))
  end
end)

-- An error that ends a coroutine does not close its variables.
test("a search that fails in a coroutine leaves nothing behind", function()
  local s = start "tictacdoh"
  for _, search in ipairs { lab.search.mcts, lab.search.alphabeta } do
    local co = coroutine.create(function()
      search(s, { evaluate = function() error "in here" end })
    end)
    local good, why = coroutine.resume(co)
    eq(good, false)
    ok(why:find "in here")
    co = nil -- luacheck: ignore
    collectgarbage()
    ok(s:legal((search(s, { evaluate = function() return 0.5 end }))))
  end
end)

-- An __index metamethod of the options could end the game to be searched.
test("reading options runs no Lua code", function()
  for _, search in ipairs { lab.search.mcts, lab.search.alphabeta } do
    local s, asked = start "tictacdoh", 0
    local options = setmetatable({}, { __index = function()
      asked = asked + 1
      s:playout()
    end })
    ok(s:legal((search(s, options))))
    eq(asked, 0)
  end
end)

test("rules that search need a generator of their own", function()
  local text = [[local lab = require "boardlab"
    return lab.variant { base = "tictacdoh", allow = function(s, move)
      return move == lab.search.mcts(s, { iterations = 3%s })
    end }]]
  raises("give one, as in rng = lab.rng(1)", function()
    return start(check.file(text:format "")):moves()
  end)
  eq(#start(check.file(text:format ", rng = lab.rng(1)")):moves(), 1)
end)

-- Only the search refers to the position and its game.
test("the search keeps its game alive", function()
  local failing = check.file [[return require "boardlab".rules {
    state = { total = 1 },
    moves = function(s)
      if s.total >= 2 then error("boom " .. ("x"):rep(300)) end
      return { 1, 2 }
    end,
    play = function(s, move) s.total = s.total + move end }]]
  for i = 1, 40, 2 do
    collectgarbage("incremental", i, 1000, i % 20)
    local garbage = {}
    for k = 1, i do garbage[k] = {} end
    eq(#garbage, i)
    raises("boom", function() return lab.search.mcts(start(failing)) end)
    raises("boom", function() return lab.search.alphabeta(start(failing)) end)
  end
  collectgarbage "generational"
  collectgarbage("incremental", 200, 100, 13)
end)

test("alpha-beta with a time limit has no depth limit", function()
  local s = start "tictacdoh:small=2,medium=2,large=2"
  local _, moves = lab.search.alphabeta(s, { ms = 60000 })
  ok(moves[1].proven and moves[1].depth > 4, moves[1].depth)
  _, moves = lab.search.alphabeta(start "quoridor", { ms = 1 })
  ok(moves[1].depth >= 0 and moves[1].depth < 100, moves[1].depth)
  _, moves = lab.search.alphabeta(s, { ms = 60000, depth = 2 })
  eq(moves[1].depth, 2)
end)

test("a move that was not visited has no value", function()
  local _, moves = lab.search.mcts(start "quoridor", { iterations = 20 })
  for _, move in ipairs(moves) do eq(move.value ~= nil, move.visits > 0 or move.proven) end
  eq(moves[#moves].value, nil)
end)

test("a small bias has no effect", function()
  local s = start "tictacdoh"
  s:set "c3=S c4=S"
  for _, bias in ipairs { 0, 1e-300, 1e-46, 1e-5 } do
    local _, moves = lab.search.mcts(s, { iterations = 200, bias = bias, rng = lab.rng(1) })
    ok(moves[1].proven and moves[1].value == 1, bias)
  end
end)

test("the value stays exact over many visits", function()
  local function evaluate(_, seat) return seat == 1 and 0.6 or 0.4 end
  local _, moves = lab.search.mcts(start "quoridor:walls=0", { iterations = 100000, c = 0,
    bias = 0, playout_plies = 0, evaluate = evaluate, memory = 1 })
  ok(moves[1].visits > 80000, moves[1].visits)
  ok(math.abs(moves[1].value - 0.6) < 1e-4, moves[1].value)
end)

-- A game for one player: a climb of six steps, each up or down.
local CLIMB = check.file [[
return require "boardlab".rules {
  players = 1, state = { at = 1, step = 1 },
  moves = function() return { 0, 1 } end,
  play = function(s, move) s.at = s.at + move s.step = s.step + 1 end,
  outcome = function(s)
    if s.at == 6 then return 1 end
    if s.step == 6 then return "draw" end
  end,
  evaluate = function(s) return s.at / 6 end,
}]]

test("a single player maximises its winning chance", function()
  local s = start(CLIMB)
  for _, search in ipairs { lab.search.mcts, lab.search.alphabeta } do
    local best, moves = search(s)
    eq(best, 1)
    ok(moves[1].value > (moves[2].value or 0), moves[2].value)
    s:play(1)
    eq(s:evaluate(), { 1 / 6 })
    s = start(CLIMB)
  end
  for _, bot in ipairs {
    "mcts", "mcts:playout_plies=-1,bias=0", "alphabeta", "greedy", "perfect"
  } do
    local results = lab.match(CLIMB, { bot }, 1, 5)
    for _, result in ipairs(results) do eq(result.outcome, "win") end
  end
  for seed = 1, 20 do -- without an evaluation
    local _, moves = lab.search.mcts(start(CLIMB), { iterations = 3, playout_plies = -1, bias = 0,
      rng = lab.rng(seed) })
    for _, move in ipairs(moves) do
      ok(not (move.proven and move.value == 1 and move.move == 0), "a false proof")
    end
  end
end)

-- Seat 2 cannot win; its move decides whether seat 1 or seat 3 does.
local KING = check.file [[
return require "boardlab".rules {
  players = 3, state = { ply = 1, end_ = 1 },
  moves = function(s) return s.ply == 0 and { 0, 1 } or { 0, 1, 2, 3, 4 } end,
  play = function(s, move)
    s.ply = s.ply + 1
    s.end_ = s.ply == 1 and move == 0 and 3 or s.ply == 2 and (move == 0 and 1 or 2) or 0
  end,
  outcome = function(s)
    if s.end_ == 3 then return "draw" end
    if s.end_ > 0 then return s.end_ == 1 and 1 or 3 end
  end,
}]]

test("moves that all lose are not proven to help a particular opponent", function()
  for seed = 1, 12 do
    local _, moves = lab.search.mcts(start(KING), { iterations = 2000, rng = lab.rng(seed) })
    local value = {}
    for _, move in ipairs(moves) do value[move.move] = move.value end
    ok(value[1] > 0.1 and value[1] < 0.4, value[1])
  end
end)

test("an evaluation that is not a probability is refused", function()
  local s = start "tictacdoh"
  local numbers = { 1.01, -0.1, 0 / 0, math.huge, "0.5", true }
  local lists = { {}, { 1 }, { 1, "0" }, { 1, 2 }, { 0, 0, 0 } }
  for _, bad in ipairs(table.move(lists, 1, #lists, #numbers + 1, numbers)) do
    local function evaluate() return bad end
    raises("'evaluate' must return the winning chance", lab.search.mcts, s, { evaluate = evaluate })
  end
  raises("not a nil", lab.search.alphabeta, s, { evaluate = function() end })
  local function evaluate() return 17 end
  raises("one for each seat; not 17", lab.search.alphabeta, s, { evaluate = evaluate })
end)

test("a policy that returns no legal move is refused", function()
  local s = start "tictacdoh"
  for _, bad in ipairs { -1, -2, 2 ^ 40, 0.5, true, {} } do
    local function policy() return bad end
    raises("'policy' must return a legal move", lab.search.mcts, s, { policy = policy })
  end
  raises("legal move, not 1.5", lab.search.mcts, s, { policy = function() return 1.5 end })
  raises("not a legal move", lab.search.mcts, s, { policy = function() return "Sz9" end })
end)

test("wrong arguments raise", function()
  local s = start "tictacdoh"
  raises("state expected", lab.search.mcts)
  raises("state expected", lab.search.alphabeta, lab.game "tictacdoh")
  raises("did you mean 'iterations'", lab.search.mcts, s, { iteration = 5 })
  raises("'iterations' must be from 1", lab.search.mcts, s, { iterations = 0 })
  raises("'c' must be from 0.0 to 10.0, not ", lab.search.mcts, s, { c = 0 / 0 })
  raises("'c' must be a number, not a string", lab.search.mcts, s, { c = "1" })
  raises("'iterations' must be an integer, not a string", lab.search.mcts, s,
    { iterations = "1" })
  raises("'iterations' must be an integer, not inf", lab.search.mcts, s,
    { iterations = math.huge })
  raises("'memory' must be from 1", lab.search.mcts, s, { memory = 0 })
  raises("'bias' must be", lab.search.mcts, s, { bias = -1 })
  raises("'evaluate' must be a function", lab.search.mcts, s, { evaluate = 1 })
  raises("depth", lab.search.alphabeta, s, { depth = 101 })
  raises("'all' must be true or false", lab.search.alphabeta, s, { all = 1 })
  raises("policy", lab.search.alphabeta, s, { policy = print })
  raises("'rng' must be a generator from lab.rng, not a number", lab.search.mcts, s,
    { rng = 5 })
  s:set "c3=S c4=S c5=S"
  raises("the game is over", lab.search.mcts, s)
  raises("the game is over", lab.search.alphabeta, s)
end)

-- ---- s:evaluate(), and rules that evaluate ---------------------------------

test("s:evaluate() returns a value for each seat", function()
  for _, spec in ipairs { "quoridor:players=4", "dorix:players=3", "tictacdoh", "orbital" } do
    local s = start(spec)
    local value, sum = s:evaluate(), 0
    eq(#value, s:game():seats())
    for _, chance in ipairs(value) do sum = sum + chance end
    eq(("%.6f"):format(sum), "1.000000")
  end
  local over = start "tictacdoh":set "c3=S c4=S c5=S seat=2"
  eq(over:evaluate(), { 1.0, 0.0 })
  eq(start "games/nim.lua":evaluate(), nil)
end)

local function rules(fields)
  return check.file(([[return require "boardlab".rules {
    players = 3, state = { left = 1 }, start = function(s) s.left = 9 end,
    moves = function() return { 1, 2 } end,
    play = function(s, move) s.left = s.left - move end,
    outcome = function(s, mover) return s.left <= 0 and mover or nil end,
    %s }]]):format(fields))
end

test("all searches use the evaluation of the rules", function()
  local path = rules "evaluate = function(s, seat) return s.left == 7 and 0 or 0.4 end"
  local s = start(path)
  eq(s:evaluate(), { 0.4, 0.3, 0.3 })
  eq((lab.search.alphabeta(s, { depth = 1 })), 2) -- leaves 7, value 0 for the next
  eq((lab.search.mcts(s, { iterations = 20 })), 2)
  local list = start(rules "evaluate = function(s, seat) return { seat / 10, 0.1, 0 } end")
  eq(("%.3f %.3f %.3f"):format(table.unpack(list:evaluate())), "0.500 0.500 0.000")
end)

test("a variant has its own evaluation or that of its base", function()
  local head = 'return require "boardlab".variant { base = "quoridor:size=5", '
  local evaluate = "evaluate = function(s, seat) return seat == 1 and 0.9 or 0.2 end }"
  local own = start(check.file(head .. evaluate))
  eq(("%.1f"):format(own:evaluate()[1]), "0.9")
  eq(("%.1f"):format(own:after "c2":evaluate()[1]), "0.8")
  local based = start(check.file(head .. "allow = function() return true end }"))
  eq(based:evaluate(), start "quoridor:size=5":evaluate())
  eq(start(check.file(head .. "outcome = function() end }")):evaluate(), nil)
end)

test("after a swap, each player has the value of its new side", function()
  local path = check.file [[return require "boardlab".variant { base = "quoridor:size=5",
    after = function(s) s:swap(1, 2) end,
    evaluate = function(_, seat) return seat == 1 and 0.9 or 0.2 end }]]
  local s = start(path)
  eq(("%.1f %.1f"):format(table.unpack(s:evaluate())), "0.9 0.1")
  -- Seat 2 of the base game is to move, now held by the player of seat 1.
  eq(("%.1f %.1f"):format(table.unpack(s:play("c2"):evaluate())), "0.2 0.8")
end)

test("rules whose evaluation fails are broken", function()
  local s = start(rules "evaluate = function() return 7 end")
  raises("'evaluate' must return the winning chance", s.evaluate, s)
  s = start(rules "evaluate = function() error 'no idea' end")
  raises("no idea", lab.search.mcts, s)
  raises("must be a function", lab.game, rules "evaluate = 1")
end)

-- ---- in a bot --------------------------------------------------------------

local function bot(choose)
  return check.file('local lab = require "boardlab"\nreturn { choose = function(s, me) '
    .. choose .. " end }")
end

local function reason_of(game, choose)
  local path = bot(choose)
  local result = lab.match(game, { path, "random" })[1]
  eq(result.outcome, "forfeit", choose)
  return result.reason
end

test("a bot's searches are reproducible", function()
  local path = bot "return (lab.search.mcts(s, { iterations = 30 }))"
  local one = lab.match("tictacdoh", { path, "random" }, 3, 5)
  eq(lab.match("tictacdoh", { path, "random" }, 3, 5), one)
  for _, result in ipairs(one) do eq(result.winners, { 1 }) end
end)

test("searches are charged to a bot's budget", function()
  local big = "quoridor"
  for choose, game in pairs {
    ["return (lab.search.mcts(s, { iterations = 10000000 }))"] = big,
    ["return (lab.search.mcts(s, { iterations = 10000000, playout_plies = -1, bias = 0 }))"] = big,
    ["return (lab.search.alphabeta(s, { depth = 20 }))"] = big,
    ["return (lab.search.alphabeta(s, { depth = 21 }))"] = "games/mnk.lua:m=9,n=9",
    ["pcall(lab.search.alphabeta, s, { depth = 20 }) return s:moves()[1]"] = big,
    ["lab.search.mcts(s, { evaluate = function() while true do end end })"] = "tictacdoh",
  } do
    has(reason_of(game, choose), "exceeded its budget", choose)
  end
end)

test("a bot cannot use a time limit or change the module", function()
  has(reason_of("tictacdoh", "return (lab.search.mcts(s, { ms = 5 }))"), "only scripts")
  has(reason_of("tictacdoh", "return (lab.search.alphabeta(s, { ms = 5 }))"), "use 'depth'")
  has(reason_of("tictacdoh", "lab.search.mcts = nil"), "read-only")
  has(reason_of("tictacdoh", "return coroutine.wrap(function() return (lab.search.mcts(s, "
    .. "{ evaluate = function() coroutine.yield(1) end })) end)()"), "yield")
end)

return check.done()

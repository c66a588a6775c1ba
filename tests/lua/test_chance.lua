-- Games of chance in Lua: the hooks `chance` and `roll`, and games/dice_race.lua.
package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local lab = require "boardlab"
local check = require "check"
local test, eq, ok, raises, has = check.test, check.eq, check.ok, check.raises, check.has

-- ---- the dice race, computed in another way --------------------------------

-- The chance that seat 1 wins a race of one pawn each before its first roll. Nobody has a
-- choice: iterates over the places of both pawns until nothing changes.
local function race_of_one(length, faces)
  local value = { {}, {} } -- by who rolls, then by both places
  local function at(seat, a, b)
    if a > length then return 1 end
    if b > length then return 0 end
    return value[seat][a * 100 + b] or 0.5
  end
  for _ = 1, 2000 do
    for a = 0, length do
      for b = 0, length do
        local first, second = 0, 0
        for face = 1, faces do
          local x, y = math.min(a + face, length + 1), math.min(b + face, length + 1)
          first = first + at(2, x, x == b and x <= length and 0 or b) / faces
          second = second + at(1, y == a and y <= length and 0 or a, y) / faces
        end
        value[1][a * 100 + b], value[2][a * 100 + b] = first, second
      end
    end
  end
  return value[1][0]
end

-- The same for two pawns each: a position is a sorted pair for each seat, and the better of two
-- moves counts.
local function race_of_two(length, faces)
  local home, value = length + 1, { {}, {} }
  local function key(p) return ((p[1] * 50 + p[2]) * 50 + p[3]) * 50 + p[4] end
  local function won(p)
    return p[1] == home and 1 or p[3] == home and 0 or nil
  end
  local function sorted(a, b) return math.min(a, b), math.max(a, b) end
  -- The value after seat `who` moves the pawn at index i of its two by a roll.
  local function after(p, who, i, roll)
    local own, other = who == 1 and { p[1], p[2] } or { p[3], p[4] },
      who == 1 and { p[3], p[4] } or { p[1], p[2] }
    if own[i] == home then return nil end
    own[i] = math.min(own[i] + roll, home)
    for k = 1, 2 do
      if other[k] == own[i] and own[i] < home then other[k] = 0 end
    end
    own[1], own[2] = sorted(own[1], own[2])
    other[1], other[2] = sorted(other[1], other[2])
    local q = who == 1 and { own[1], own[2], other[1], other[2] }
      or { other[1], other[2], own[1], own[2] }
    return won(q) or value[3 - who][key(q)] or 0.5
  end
  local change
  repeat
    change = 0
    for a = 0, length do for b = a, home do for c = 0, length do for d = c, home do
      local p = { a, b, c, d }
      for who = 1, 2 do
        local mean = 0
        for roll = 1, faces do
          local one, other = after(p, who, 1, roll), after(p, who, 2, roll)
          one, other = one or other, other or one
          mean = mean + (who == 1 and math.max(one, other) or math.min(one, other)) / faces
        end
        local k = key(p)
        change = math.max(change, math.abs(mean - (value[who][k] or 0.5)))
        value[who][k] = mean
      end
    end end end end
  until change < 1e-12
  return value[1][0]
end

test("a race of one pawn: solve, a batch and a calculation agree", function()
  local spec = "games/dice_race.lua:pawns=1,length=5,faces=3"
  local truth = race_of_one(5, 3)
  local solved = lab.solve(spec)
  ok(math.abs(solved.win[1] - truth) < 1e-9)
  ok(math.abs(solved.win[1] + solved.win[2] - 1) < 1e-9)
  local run = lab.simulate { game = spec, games = 20000, seed = 3 }
  local deviation = math.sqrt(truth * (1 - truth) / 20000)
  ok(math.abs(run.seat[1].rate - truth) < 4.5 * deviation)
end)

test("a race of two pawns: solve and a calculation agree", function()
  for _, case in ipairs { { 3, 2 }, { 4, 3 }, { 5, 4 } } do
    local solved = lab.solve(("games/dice_race.lua:length=%d,faces=%d"):format(case[1], case[2]))
    ok(math.abs(solved.win[1] - race_of_two(case[1], case[2])) < 1e-9)
  end
end)

test("solve lists rolls with their probability, and moves best first", function()
  local spec = "games/dice_race.lua:length=4,faces=4"
  local solved = lab.solve(spec)
  eq(#solved.moves, 4)
  local mean = 0
  for i, roll in ipairs(solved.moves) do
    eq(roll.move, tostring(i))
    eq(roll.probability, 0.25)
    mean = mean + roll.win[1] / 4
  end
  ok(math.abs(mean - solved.win[1]) < 1e-9)
  local moves = lab.solve(spec, { play = "1 0 2 0 2" }).moves
  eq(#moves, 2)
  ok(moves[1].win[1] >= moves[2].win[1])
  eq(moves[1].probability, nil)
  eq(select(2, lab.solve(spec, { quick = true })):match "game of chance", "game of chance")
  eq(select(2, lab.solve(spec, { within = 4 })):match "game of chance", "game of chance")
end)

test("positions in which nature moves", function()
  local s = lab.game("games/dice_race.lua"):start()
  eq(s:seat(), 0)
  eq(s:count(), 4)
  eq(s:text(3), "3")
  eq(s:move "4", 4)
  raises("5 is not one of nature's moves", s.play, s, 5)
  s:play "3"
  eq(s:seat(), 1)
  eq(s:moves(), { 0 })
  s:play "0"
  eq(s:seat(), 0)
  raises("nature moves next", lab.search.mcts, s)
  raises("nature moves next", lab.search.alphabeta, s)
  s:set "pawn=0,4,0,0 roll=2 seat=2"
  eq(s:seat(), 2)
  s:set "roll=0 seat=1"
  eq(s:seat(), 0)
  s:play "4"
  eq(s:seat(), 1)
end)

test("searches choose well", function()
  local s = lab.game("games/dice_race.lua"):start()
  s:set "pawn=4,7,6,6 roll=2 seat=1" -- a pawn can hit two, or come home
  eq(s:text(lab.search.alphabeta(s, { depth = 3 })), "4")
  eq(s:text((lab.search.mcts(s, { iterations = 2000, rng = lab.rng(1) }))), "4")
  local run = lab.simulate { game = "games/dice_race.lua",
    bots = { "mcts:iterations=100", "random" }, rotate = true, games = 200 }
  ok(run.bot[1].rate > 0.55)
end)

test("functions of a search get the seat that follows nature", function()
  local s = lab.game("games/dice_race.lua"):start():play "1 0"
  s:set "pawn=4,7,6,6 roll=2 seat=1"
  local seats = {}
  local function evaluate(_, seat)
    seats[seat] = true
    return 0.5
  end
  local function policy(p, rng)
    ok(p:seat() > 0)
    return p:random_move(rng)
  end
  lab.search.mcts(s, { iterations = 50, evaluate = evaluate, playout_plies = 0 })
  lab.search.mcts(s, { iterations = 50, policy = policy })
  lab.search.alphabeta(s, { depth = 3, evaluate = evaluate })
  eq(seats, { true, true })
end)

test("runs are measured and shown like others", function()
  local out = os.tmpname()
  os.remove(out)
  lab.simulate { game = "games/dice_race.lua", games = 30, out = out }
  local stats = lab.stats(out, { tension = true, oracle = "eval" })
  eq(stats.run.branching_max.value, 2.0) -- two pawns, whatever the die shows
  ok(stats.tension.eval.drama.value >= 0)
  ok(stats.kind.move.rate)
  lab.report(out, { tension = true, oracle = "eval" })
  eq(lab.read_csv(out .. "/moves.csv")[1].seat, 0)
  os.execute("rm -r '" .. out .. "'")
end)

test("rolls are plies, but what nature can do is no legal move", function()
  local out = os.tmpname()
  os.remove(out)
  -- Nobody ever has a choice.
  local plan = { game = "games/dice_race.lua:faces=20,pawns=1", games = 40, seed = 2, out = out,
    moves = true }
  for _, bots in ipairs { { "random" }, { "bots/drawn.lua" } } do
    plan.bots = bots
    local run = lab.simulate(plan)
    eq({ run.branching.mean, run.branching.max }, { 1.0, 1 })
    for _, row in ipairs(lab.read_csv(out .. "/games.csv")) do
      eq(row.rolls * 2, row.plies)
      eq(row.legal_moves, row.plies - row.rolls)
    end
    for _, row in ipairs(lab.read_csv(out .. "/moves.csv")) do
      eq(row.legal_moves, row.seat == 0 and 0 or 1)
    end
    local stats = lab.stats(out)
    eq(stats.complexity.branching_mean.value, 1.0)
    eq(stats.complexity.forced_rate.value, 1.0)
    eq(stats.complexity.game_tree_log10.value, 0.0)
    eq(stats.ply[2].branching_mean.value, 1.0)
    eq(stats.ply[1], nil)
    os.execute("rm -r '" .. out .. "'")
  end
  -- The mean is that of all rows of moves.csv in which a seat moves.
  plan.game, plan.bots = "games/dice_race.lua", nil
  local run, legal, turns = lab.simulate(plan), 0, 0
  for _, row in ipairs(lab.read_csv(out .. "/moves.csv")) do
    legal, turns = legal + row.legal_moves, turns + (row.seat > 0 and 1 or 0)
  end
  ok(math.abs(run.branching.mean - legal / turns) < 1e-12)
  os.execute("rm -r '" .. out .. "'")
end)

test("weights", function()
  local spec = check.file([[
    local lab = require "boardlab"
    return lab.rules {
      state = { face = 1 },
      chance = function(s) return s.face == 0 and { 1, 2, weights = { 3, 1 } } or nil end,
      roll = function(s, face) s.face = face end,
      moves = function() return { 1 } end,
      play = function() end,
      outcome = function(s, mover) return mover > 0 and s.face or nil end,
    }]])
  eq(lab.solve(spec).win, { 0.75, 0.25 })
  eq(lab.solve(spec).moves[2].probability, 0.25)
  local run = lab.simulate { game = spec, games = 10000 }
  ok(math.abs(run.seat[1].rate - 0.75) < 0.02)
end)

test("mistakes in the hooks are explained", function()
  local function rules(chance, roll)
    return check.file(([[
      local lab = require "boardlab"
      return lab.rules { state = { n = 1 }, %s %s
        moves = function() return { 1 } end, play = function() end }]])
      :format(chance and "chance = function(s) return " .. chance .. " end," or "",
        roll or ""))
  end
  local roll = "roll = function(s, face) s.n = face end,"
  raises("'chance' and 'roll' belong together", lab.game, rules("{ 1 }"))
  raises("'chance' and 'roll' belong together", lab.game, rules(nil, roll))
  raises("'chance' must return nil, or a list of at least one move", lab.game, rules("{}", roll))
  raises("'chance' must return nil, or a list of at least one move", lab.game, rules("7", roll))
  raises("'chance' must return integers", lab.game, rules("{ 'a' }", roll))
  for _, weights in ipairs { "{}", "{ 0 }", "{ -1 }", "{ 0.5 }", "{ 1, 1 }", "3", "{ 1 << 33 }" } do
    raises("as many positive integers", lab.game, rules("{ 1, weights = " .. weights .. " }", roll))
  end
end)

test("bots neither foresee the rolls nor change them", function()
  -- Both play the first move; the second draws random numbers before.
  local function bot(name, draws)
    return check.file(([[
      -- %s
      return { choose = function(s)
        for _ = 1, %d do math.random() end
        return s:moves()[1]
      end }]]):format(name, draws))
  end
  local function rolls(spec, other)
    local out = os.tmpname()
    os.remove(out)
    lab.simulate { game = "games/dice_race.lua", bots = { spec, other }, games = 5, seed = 3,
      moves = true, out = out }
    local file, list = assert(io.open(out .. "/moves.csv")), {}
    for line in file:lines() do list[#list + 1] = line end
    file:close()
    return list
  end
  local still, drawing = bot("still", 0), bot("drawing", 5)
  eq(rolls(drawing, still), rolls(still, still))
  eq(rolls(still, drawing), rolls(still, still))
  -- The streams of a bot are not those of runs.
  local first = lab.rng(1, 0)(1000000)
  local peeks = check.file(([[
    local lab = require "boardlab"
    return { choose = function(s)
      assert(lab.rng(1, 0)(1000000) ~= %d, "the stream of a run")
      return s:moves()[1]
    end }]]):format(first))
  local run = lab.simulate { game = "games/dice_race.lua", bots = { peeks, "random" }, games = 2 }
  eq(run.forfeits.count, 0)
end)

test("mcts does not take a position that comes again for a draw", function()
  -- To wait loses with 1/10, else the position comes again; to dare wins with 3/10.
  local spec = check.file([[
    local lab = require "boardlab"
    return lab.rules {
      state = { chosen = 1, winner = 1 },
      moves = function(_, seat) return seat == 1 and { 1, 2 } or { 3 } end,
      chance = function(s)
        if s.chosen == 1 then return { 1, 2, weights = { 1, 9 } } end
        if s.chosen == 2 then return { 3, 4, weights = { 3, 7 } } end
      end,
      roll = function(s, face) s.winner, s.chosen = ({ 2, 0, 1, 2 })[face], 0 end,
      play = function(s, move) s.chosen = move == 3 and 0 or move end,
      outcome = function(s) return s.winner > 0 and s.winner or nil end,
    }]])
  eq(lab.search.mcts(lab.game(spec):start(), { iterations = 20000, rng = lab.rng(1) }), 2)
end)

test("a run in which only nature has moved is read again", function()
  local out = os.tmpname()
  os.remove(out)
  lab.simulate { game = "games/dice_race.lua", games = 5, max_plies = 1, out = out }
  eq(lab.stats(out).run.games.value, 5.0)
end)

local function output(command)
  local pipe = assert(io.popen(arg[1] .. " " .. command .. " 2>&1"))
  local text = pipe:read "a"
  pipe:close()
  return text
end

test("messages name nature, and what to do", function()
  has(select(2, lab.game("games/dice_race.lua"):start():move "pass"), "nature has other moves (4)")
  raises("use mcts or alphabeta", lab.simulate,
    { game = "games/dice_race.lua", bots = { "perfect", "random" }, games = 1 })
  has(output "solve games/dice_race.lua --quick", "solve games/dice_race.lua' alone gives")
end)

test("a game whose rules fail is not shown as a draw", function()
  local text = output("show --random 20 " .. check.file [[return require "boardlab".rules {
    state = { n = 1, roll = 1 }, max_moves = 4,
    chance = function(s)
      if s.roll == 0 then
        if s.n > 2 then error "late" end
        return { 1, 2 }
      end
    end,
    roll = function(s, f) s.roll = f end,
    moves = function() return { 1 } end,
    play = function(s) s.n = s.n + 1; s.roll = 0 end }]])
  has(text, "over: the rules have failed")
  has(text, "late")
  ok(not text:find "draw")
end)

test("a circle that a side may stay in is solved", function()
  -- From node 1 seat 1 may stay, by node 2, or gamble, at node 3: half win, half to node 0, from
  -- which nine of ten lose and one returns. So p = 1/2 + p/20.
  local solved = lab.solve(check.file [[return require "boardlab".rules {
    state = { node = 1 }, max_moves = 4,
    chance = function(s)
      if s.node == 0 then return { 5, 1, weights = { 9, 1 } } end
      if s.node == 3 then return { 4, 0, weights = { 1, 1 } } end
    end,
    roll = function(s, to) s.node = to end,
    moves = function(s) return s.node == 1 and { 2, 3 } or { 1 } end,
    play = function(s, to)
      s.node = to
      return to == 2 and 2 or 1
    end,
    outcome = function(s) return s.node == 4 and 1 or s.node == 5 and 2 or nil end }]])
  ok(math.abs(solved.win[1] - 1 / 19) < 1e-9 and math.abs(solved.win[2] - 18 / 19) < 1e-9)
  ok(math.abs(solved.moves[2].win[1] - 10 / 19) < 1e-9 and math.abs(solved.moves[2].draw) < 1e-9)
end)

test("teams are named as several", function()
  local text = output("solve " .. check.file [[return require "boardlab".rules {
    players = 4, teams = { { 1, 3 }, { 2, 4 } }, state = { n = 1, roll = 1 },
    chance = function(s) if s.roll == 0 then return { 1, 2 } end end,
    roll = function(s, f) s.roll = f end,
    moves = function() return { 0, 1 } end,
    play = function(s, m) s.n = s.n + s.roll + m; s.roll = 0 end,
    outcome = function(s, mover)
      if s.n >= 6 then return mover % 2 == 1 and { 1, 3 } or { 2, 4 } end
    end }]])
  has(text, "seats 1 and 3 win with probability 75.0000% and seats 2 and 4 win with probability 25")
end)

-- ---- variants of games of chance -------------------------------------------

-- A variant of the dice race, and the position after a line.
local function after(line, text)
  local spec = check.file('local lab = require "boardlab"\nreturn lab.variant { '
    .. 'base = "games/dice_race.lua", ' .. text .. " }")
  return lab.game(spec):start():play(line)
end

-- Checks that nature moves, and who follows.
local function rolls_for(seat, s)
  eq(s:seat(), 0)
  eq(s:play "1":seat(), seat)
end

test("whoever moves after a variant's move rolls first", function()
  local next_seat = "next_seat = function(s, seat) return seat end"
  rolls_for(1, after("2 0", next_seat))
  rolls_for(1, after("2 0 3 2", next_seat))
  local skip = 'extra = function() return { "skip" } end, '
  rolls_for(2, after("2 skip", skip .. 'play = function(s) s:set("roll", 0) end'))
  rolls_for(1, after("2 skip", skip
    .. 'play = function(s, _, seat) s:set("roll", 0) return seat end'))
  rolls_for(2, after("2 skip", skip .. 'play = function(s) s:play "0" return 2 end'))
  eq(after("2 skip", skip .. "play = function() end"):seat(), 2) -- with the same roll
  local pass = "allow = function(s, move, seat) return seat == 1 end"
  eq(after("2 0 3 pass", pass):seat(), 1) -- with the same roll
  rolls_for(1, after("2 0 3 pass", pass
    .. ', after = function(s, move) if move == lab.pass then s:set("roll", 0) end end'))
  local on = check.file [[return require "boardlab".variant {
    base = "games/dice_race.lua:pawns=1,length=1", outcome = function() return false end }]]
  rolls_for(2, lab.game(on):start():play "2 0") -- the base game is over
end)

test("in variants of variants, and after a swap", function()
  local spec = check.file [[
    local lab, m = require "boardlab", require "modifiers"
    local pie = m.pie "games/dice_race.lua"
    return lab.variant { base = pie, next_seat = function(s, seat) return seat end }]]
  local s = lab.game(spec):start():play "2 0 3 0"
  rolls_for(1, s)
  s = lab.game(check.file 'return require "modifiers".pie "games/dice_race.lua"'):start()
  s:play "2 0 3 swap"
  eq(s:seat(), 1) -- plays the roll of side 2
  eq(s:side_of(1), 2)
  rolls_for(2, s:play "0")
end)

test("rolls do not count for the pie rule", function()
  local s = lab.game(check.file 'return require "modifiers".pie "games/dice_race.lua"'):start()
  s:play "2 0 3"
  ok(s:move "swap")
  s:play "0 1"
  eq(s:move "swap", nil)
end)

test("`after` runs for rolls, `next_seat` does not", function()
  local s = after("2 0 3", [[vars = { rolls = 0, moved = 0, turns = 0 },
    after = function(s, _, seat)
      if seat == 0 then s.rolls = s.rolls + 1 else s.moved = s.moved + 1 end
    end,
    next_seat = function(s) s.turns = s.turns + 1 end]])
  eq({ s.rolls, s.moved, s.turns }, { 2, 1, 1 })
end)

test("a move that fails while nature is to move ends the game", function()
  raises("late", function()
    after("2 0 1", 'outcome = function(s) if s:seat() ~= 0 then error "late" end end')
  end)
end)

-- ---- dice that a variant adds ------------------------------------------------

-- Whoever comes to 5 exactly wins; who goes beyond begins again. A 1 must be played, with a 2 one
-- may go 2 or 3. Once as rules with a die, and once as a variant of rules without.
local RACE = [[
  local lab = require "boardlab"
  local function play(s, step, seat)
    s.at[seat] = s.at[seat] + step
    if s.at[seat] > 5 then s.at[seat] = 0 end
  end
  local function outcome(s, mover) return mover > 0 and s.at[mover] == 5 and mover or nil end
  local function chance(s) return s.die == 0 and { 1, 2, weights = { 3, 1 } } or nil end
  local function roll(s, face) s.die = face end ]]
local WITH_DIE = RACE .. [[
  return lab.rules { state = { at = { 2 }, die = 1 }, chance = chance, roll = roll,
    moves = function(s) return s.die == 1 and { 1 } or { 2, 3 } end,
    play = function(s, step, seat) play(s, step, seat) s.die = 0 end, outcome = outcome }]]
local DIE_ADDED = RACE .. [[
  return lab.variant {
    base = lab.rules { state = { at = { 2 } }, moves = function() return { 1, 2, 3 } end,
      play = play, outcome = outcome },
    vars = { die = 0 }, chance = chance, roll = roll,
    allow = function(s, step) if s.die == 1 then return step == 1 end return step > 1 end,
    after = function(s) s.die = 0 end }]]

test("a variant that adds a die has twice as many plies", function()
  local usual = lab.game("tictacdoh"):max_plies()
  local function plies(hooks)
    local text = 'return require("boardlab").variant { base = "tictacdoh", ' .. hooks .. " }"
    return lab.game(check.file(text)):max_plies()
  end
  local die = "chance = function() end, roll = function() end"
  eq(plies "after = function() end", usual)
  eq(plies(die), 2 * usual)
  eq(plies(die .. ", max_plies = 7"), 7)
end)

test("a variant adds a die: the same values as in rules that have it", function()
  local one, other = lab.solve(check.file(WITH_DIE)), lab.solve(check.file(DIE_ADDED))
  ok(one.win[1] > 0.5 and one.win[1] < 1)
  eq(math.abs(one.win[1] - other.win[1]) < 1e-9, true)
  eq(one.positions, other.positions)
  local s = lab.game(check.file(DIE_ADDED)):start()
  eq({ s:seat(), s:count(), s:text(2), s:describe(2).kind }, { 0, 2, "2", "roll" })
  eq(s:play "2":seat(), 1)
  eq(s:play "3 1 1":seat(), 0)
  eq({ s.at[1], s.at[2], s.die }, { 3, 1, 0 })
  raises("'4' is not a legal move; the legal moves are 1 2", s.play, s, "4")
  eq(s:set("die=2"):seat(), 1)
  eq(s:set("die=0 seat=2"):seat(), 0)
  eq(s:play "1":seat(), 2)
end)

test("batches, searches and checks of a variant with a die", function()
  local spec = check.file(DIE_ADDED)
  local exact = lab.solve(spec).win[1]
  local run = lab.simulate { game = spec, bots = { "alphabeta:depth=6" }, games = 2000 }
  ok(run.seat[1].low - 0.02 < exact and exact < run.seat[1].high + 0.02, run.seat[1].rate)
  local s = lab.game(spec):start():play "2":set "at=2,4"
  eq(s:text((lab.search.alphabeta(s, { depth = 3 }))), "3")
  eq(s:text((lab.search.mcts(s, { iterations = 200 }))), "3")
  local quoridor = check.file [[return require "boardlab".variant { base = "quoridor:size=5",
    vars = { die = 0 }, chance = function(s) return s.die == 0 and { 1, 2 } or nil end,
    roll = function(s, face) s.die = face end,
    allow = function(s, move) return s.die == 2 or s:part(move, "kind") == "pawn" end,
    after = function(s) s.die = 0 end }]]
  local pie = check.file(('return require "modifiers".pie "%s"'):format(
    quoridor:match "[^/]+$"))
  local both = check.file [[return require "boardlab".variant { base = "games/dice_race.lua",
    vars = { coin = 0 }, chance = function(s) return s.coin == 0 and { 1, 2 } or nil end,
    roll = function(s, side) s.coin = side end,
    after = function(s, _, seat) if seat > 0 then s.coin = 0 end end }]]
  for _, file in ipairs { spec, quoridor, pie, both } do
    local pipe = io.popen(arg[1] .. " check --games 10 " .. file .. " 2>&1")
    local text = pipe:read "a"
    pipe:close()
    check.has(text, "no problems", file)
  end
  run = lab.simulate { game = quoridor, bots = { "mcts:iterations=20", "random" }, games = 4 }
  eq(run.forfeits.count, 0)
  eq(run.seat[1].won, 4)
end)

test("who follows nature is known, also to drawings and evaluations", function()
  local s = lab.game("games/dice_race.lua"):start()
  eq(s:rolls_for(), 1)
  eq(s:play "2":rolls_for(), nil)
  eq(s:play "0":rolls_for(), 2)
  check.has(tostring(s), "nature to move, then seat 2")
  local variant = lab.game(check.file(DIE_ADDED)):start():play "2 3"
  eq({ variant:seat(), variant:rolls_for() }, { 0, 2 })
  local seats = {}
  lab.search.alphabeta(s:copy():play "1", { depth = 2, evaluate = function(p, seat)
    if p:seat() == 0 then seats[seat] = true end
    return 0.5
  end })
  eq(seats, { true })
end)

test("the rolls of the base come before those of the variant", function()
  local s = after("2", [[vars = { coin = 0 },
    chance = function(s, seat)
      assert(s:seat() == seat and s.roll > 0, "the base has not rolled")
      return s.coin == 0 and { 7 } or nil
    end,
    roll = function(s, _, seat) s.coin = seat end,
    after = function(s, _, seat) if seat > 0 then s.coin = 0 end end]])
  eq({ s:seat(), s.roll, s.coin }, { 0, 2, 0 })
  eq(s:play "7":seat(), 1)
  eq(s.coin, 1)
  s:play "0 3"
  eq({ s:seat(), s:count() }, { 0, 1 })
  eq(s:play "7".coin, 2)
end)

test("a roll of a variant gives the turn to another seat, or ends the game", function()
  local s = lab.game(check.file [[return require "boardlab".variant { base = "tictacdoh",
    vars = { coin = 0 }, chance = function(s) return s.coin == 0 and { 1, 2, 3 } or nil end,
    roll = function(s, side) s.coin = side return side < 3 and side or nil end,
    outcome = function(s, mover, _, move) return mover == 0 and move == 3 and 2 or nil end,
    after = function(s) s.coin = 0 end }]]):start()
  eq(s:copy():play "2":seat(), 2)
  eq(s:copy():play "1 Lc3 1":seat(), 1)
  eq(s:copy():play "3":winners(), { 2 })
end)

test("mistakes in the hooks of a variant are explained", function()
  local function refused(message, text)
    raises(message, lab.game, check.file('return require "boardlab".variant { base = "dorix", '
      .. text .. " }"))
  end
  refused("'chance' and 'roll' belong together", "chance = function() end")
  local s = lab.game(check.file [[return require "boardlab".variant { base = "dorix",
    vars = { die = 1 }, chance = function(s) return s.die == 0 and { 1 } or nil end,
    roll = function() end }]]):start()
  raises("seat takes the seat whose turn follows", s.set, s, "seat=nature")
  raises("'chance' must return nil, or a list of at least one move", lab.game,
    check.file [[return require "boardlab".variant { base = "dorix",
      chance = function() return {} end, roll = function() end }]])
end)

return check.done()

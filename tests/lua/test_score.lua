-- Scores: rules and variants that give points, and who wins by them.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local test, eq, has, raises = check.test, check.eq, check.has, check.raises

-- A game of four moves: each takes 0 to 3 points. `tail` are further keys.
local function takes(players, tail)
  return ([[
    local lab = require "boardlab"
    return lab.rules {
      players = %d,
      state = { taken = { %d }, left = 1 },
      start = function(s) s.left = %d end,
      moves = function() return { 0, 1, 2, 3 } end,
      play = function(s, move, seat)
        s.taken[seat] = s.taken[seat] + move
        s.left = s.left - 1
      end,
      text = function(_, move) return tostring(move) end,
      %s
    }]]):format(players, players, 2 * players, tail)
end

local SCORE = [[
  score = function(s)
    local list = {}
    for seat = 1, #s.taken do list[seat] = s.taken[seat] end
    return list
  end,]]
local OVER = "outcome = function(s) return s.left == 0 or nil end,"

-- The name of a file of rules, for a file next to it.
local function base_of(tail) return check.file(takes(2, tail)):match "[^/]*$" end

local function after(file, line)
  local s = lab.game(file):start()
  s:play(line)
  return s
end

test("the highest score wins when outcome returns true", function()
  local file = check.file(takes(2, SCORE .. OVER))
  local s = after(file, "1 3")
  eq({ s:score(), s:outcome() }, { { 1, 3 } })
  has(s:draw(), "seat 1 to move, score 1 : 3")
  s:play "3 2"
  eq({ s:score(), s:outcome(), s:winners() }, { { 4, 5 }, "win", { 2 } })
  has(s:draw(), "over: seat 2 wins, score 4 : 5")
  s = after(file, "1 3 3 1")
  eq({ s:score(), s:outcome(), s:winners() }, { { 4, 4 }, "draw", {} })
end)

test("of three sides, two may share the win; three draw", function()
  local file = check.file(takes(3, SCORE .. OVER))
  eq(after(file, "3 3 0 1 1 0"):winners(), { 1, 2 })
  eq(after(file, "1 1 1 1 1 1"):outcome(), "draw")
end)

test("any other result of outcome stands", function()
  local file = check.file(takes(2, SCORE .. [[
    outcome = function(s) if s.left == 0 then return 1 end end,]]))
  local s = after(file, "0 3 0 3")
  eq({ s:score(), s:winners() }, { { 0, 6 }, { 1 } })
end)

test("score sees what play and outcome have written", function()
  local file = check.file(takes(2, SCORE .. [[
    outcome = function(s)
      if s.left > 0 then return nil end
      s.taken[1] = s.taken[1] + 10
      return true
    end,]]))
  local s = after(file, "0 3 0 3")
  eq({ s:score(), s:winners() }, { { 10, 6 }, { 1 } })
end)

test("games without scores have none", function()
  eq(lab.game("tictacdoh"):start():score(), nil)
  eq(lab.match("tictacdoh", { "random" })[1].score, nil)
  eq(#lab.match("games/kalah.lua", { "random" })[1].score, 2)
end)

test("bad scores are reported", function()
  local message = "'score' must return a list of 2 numbers from -1000000 to 1000000"
  for _, bad in ipairs { "nil", "3", "{}", "{ 1 }", "{ 1, 2, 3 }", "{ 1, 'x' }", "{ 1, 0/0 }",
    "{ 1, 1/0 }", "{ 1, -1e7 }", "{ 1, '2' }", "'draw'" } do
    local file = check.file(takes(2, "score = function() return " .. bad .. " end," .. OVER))
    raises(message, after, file, "0 0 0 0")
  end
  raises("there is no 'score'", after, check.file(takes(2, OVER)), "0 0 0 0")
  raises("read-only", after,
    check.file(takes(2, "score = function(s) s.left = 3 return { 1, 2 } end," .. OVER)), "0 0 0 0")
  raises("'score' must be a function", lab.game, check.file(takes(2, "score = 3,")))
end)

test("scores are kept to three decimals", function()
  local file = check.file(takes(2, "score = function() return { 1.0004, 1 } end," .. OVER))
  local s = after(file, "0 0 0 0")
  eq({ s:score(), s:outcome() }, { { 1, 1 }, "draw" })
end)

-- ---- variants --------------------------------------------------------------

local function komi(points)
  return check.file(([[return require "modifiers".komi("%s", %g)]]):format(
    base_of(SCORE .. OVER), points))
end

test("komi: the winner follows the score of the variant", function()
  local s = after(komi(1.5), "1 1 2 1")
  eq({ s:score(), s:winners() }, { { 3, 3.5 }, { 2 } })
  has(s:draw(), "over: seat 2 wins, score 3 : 3.5")
  s = after(komi(-1), "1 1 0 1")
  eq({ s:score(), s:outcome() }, { { 1, 1 }, "draw" })
  s = after(komi(0.5), "3 1 0 1")
  eq({ s:score(), s:winners() }, { { 3, 2.5 }, { 1 } })
end)

test("komi needs scores", function()
  local file = check.file [[return require "modifiers".komi("tictacdoh", 2)]]
  raises("komi needs a game that has scores", function() lab.game(file):start():score() end)
end)

test("a variant inherits scores, and adds its own", function()
  local base = base_of(SCORE .. OVER)
  local file = check.file(([[return require "boardlab".variant {
    base = "%s",
    vars = { plies = 0 },
    after = function(s) s.plies = s.plies + 1 end,
  }]]):format(base))
  eq(after(file, "1 2 3 1"):score(), { 4, 3 })
  file = check.file [[return require "boardlab".variant {
    base = "tictacdoh", score = function(s, base) return { base and 1 or 7, 2 } end,
    outcome = function() return true end }]]
  local s = lab.game(file):start()
  s:play(s:moves()[1])
  eq({ s:score(), s:winners() }, { { 7, 2 }, { 1 } })
end)

test("a result that the base game's scores did not decide stays", function()
  local base = base_of(SCORE .. [[
    outcome = function(s) if s.left == 0 then return 1 end end,]])
  local file = check.file(([[return require "modifiers".komi("%s", 1)]]):format(base))
  eq(after(file, "0 3 0 3"):winners(), { 1 })
end)

-- Four moves, but a 3 knocks the other seat out, and a 2 is a draw at once.
local KNOCKOUT = [[
  outcome = function(s, mover, _, move)
    if move == 3 then return mover end
    if move == 2 then return "draw" end
    return s.left == 0 or nil
  end,]]

test("a variant's score overturns no result that outcome has given", function()
  local base = base_of(SCORE .. KNOCKOUT)
  local layers = {
    komi = [[return require "modifiers".komi("%s", %g)]],
    twice = [[local lab, m = require "boardlab", require "modifiers"
      return lab.variant { base = m.komi("%s", %g), score = function(_, score) return score end }]],
    pie = [[local m = require "modifiers" return m.komi(m.pie "%s", %g)]],
    inside = [[local m = require "modifiers" return m.two_moves(m.komi(m.pie "%s", %g))]],
  }
  for name, text in pairs(layers) do
    for _, points in ipairs { -9.5, -1.5, 0, 1.5, 9.5 } do
      local file = check.file(text:format(base, points))
      for _, case in ipairs { { "3", 1 }, { "0 3", 2 }, { "1 0 3", name == "inside" and 2 or 1 },
        { "0 1 3", name == "inside" and 2 or 1 }, { "2" }, { "1 2" } } do
        eq({ name, points, case[1], after(file, case[1]):winners()[1] },
          { name, points, case[1], case[2] })
      end
    end
  end
end)

test("where a base's score decides, that of each layer above does", function()
  local base = base_of(SCORE .. KNOCKOUT)
  local file = check.file(([[local lab, m = require "boardlab", require "modifiers"
    return lab.variant { base = m.pie(m.komi("%s", 1.5)),
      score = function(_, score) return { score[1], score[2] - 1 } end }]]):format(base))
  local s = after(file, "1 1 0 0")
  eq({ s:score(), s:winners() }, { { 1, 1.5 }, { 2 } })
  -- komi inside the pie moves with the side, and the point outside stays with seat 2
  s = after(file, "0 swap 0 1 1")
  eq({ s:score(), s:winners() }, { { 2.5, 0 }, { 1 } })
end)

test("an outcome of a variant in between is final", function()
  local base = base_of(SCORE .. OVER)
  local file = check.file(([[local lab, m = require "boardlab", require "modifiers"
    return m.komi(lab.variant { base = "%s", outcome = function(s, _, _, move)
      if s:outcome() and move == 1 then return 1 end
      if s:outcome() and move == 2 then return true end
    end }, 9)]]):format(base))
  eq(after(file, "3 0 0 1"):winners(), { 1 })
  eq(after(file, "3 0 0 2"):winners(), { 2 })
  eq(after(file, "3 0 0 0"):winners(), { 2 })
end)

test("a game that is over by score at the start", function()
  local base = base_of(SCORE .. OVER)
  local file = check.file(([[local m = require "modifiers"
    return m.komi(m.random_opening("%s", 9), 100)]]):format(base))
  eq(lab.game(file):start(lab.rng(1)):winners(), { 2 })
end)

test("scores follow the players who swap sides", function()
  local base = base_of(SCORE .. OVER)
  local file = check.file(([[return require "modifiers".pie("%s")]]):format(base))
  local s = after(file, "3 swap 0 0 0")
  eq({ s:score(), s:winners() }, { { 0, 3 }, { 2 } })
end)

test("komi inside the pie rule moves with the side, outside it stays with seat 2", function()
  local base = base_of(SCORE .. OVER)
  local function score(text, line)
    return after(check.file(('local m = require "modifiers" return ' .. text):format(base)),
      line):score()
  end
  for _, line in ipairs { "0", "0 1 0 0" } do -- without a swap they are the same
    eq(score([[m.pie(m.komi("%s", 2))]], line), score([[m.komi(m.pie "%s", 2)]], line))
  end
  eq(score([[m.pie(m.komi("%s", 2))]], "0 swap"), { 2, 0 })
  eq(score([[m.komi(m.pie "%s", 2)]], "0 swap"), { 0, 2 })
end)

-- A bot that takes 3 if it is behind, and otherwise nothing, by its own score.
local BEHIND = [[
  return { choose = function(s, me)
    local score = s:score()
    return s:move(score[me.seat] < score[3 - me.seat] and "3" or "0")
  end }]]

-- A bot that swaps if it can, and takes 3 otherwise.
local GREEDY = [[
  return { choose = function(s) return s:move "swap" or s:move "3" end }]]

test("bots read their own score after a swap", function()
  local base = base_of(SCORE .. OVER)
  local file = check.file(([[return require "modifiers".pie("%s")]]):format(base))
  -- 0, swap, 0, 3 by the one that has swapped, so the other takes 3 as well
  eq(lab.match(file, { check.file(BEHIND), check.file(GREEDY) })[1].score, { 3, 3 })
end)

-- ---- Kalah -----------------------------------------------------------------

test("Kalah: all seeds are in the stores at the end, and most win", function()
  local game, rng = lab.game "games/kalah.lua", lab.rng(3)
  for _ = 1, 40 do
    local s = game:start()
    s:playout(rng)
    local score = s:score()
    eq(score[1] + score[2], 48)
    eq(s:winners()[1], score[1] > score[2] and 1 or score[1] < score[2] and 2 or nil)
  end
end)

-- ---- playing for the margin ------------------------------------------------

-- Returns the mean margin of a bot in seat 1 of Kalah.
local function margin_of(bot, opponent)
  local sum, games = 0, 12
  for _, r in ipairs(lab.match("games/kalah.lua:houses=4", { bot, opponent }, 7, games)) do
    sum = sum + r.score[1] - r.score[2]
  end
  return sum / games
end

test("with margin=true, bots win Kalah by more", function()
  for _, case in ipairs { { "mcts:iterations=40", "mcts:iterations=15" },
    { "alphabeta:depth=3", "mcts:iterations=15" } } do
    local plain, margin = margin_of(case[1], case[2]), margin_of(case[1] .. ",margin=true", case[2])
    check.ok(margin > plain + 1, ("%s: %g, then %g"):format(case[1], plain, margin))
  end
end)

test("of two wins, the search for the margin takes the larger", function()
  local s = after(check.file(takes(2, SCORE .. OVER)), "3 0")
  local _, moves = lab.search.alphabeta(s, { depth = 2, margin = true, all = true })
  local values = {}
  for _, m in ipairs(moves) do values[s:text(m.move)] = m.value end
  eq(moves[1].move, 3)
  for take = 0, 3 do -- seat 2 then takes 3
    local lead, chance = take, take > 0 and 1 or 0.5
    local wanted = (chance + 0.5 + 0.5 * lead / (lead + 10)) / 2
    check.ok(math.abs(values[tostring(take)] - wanted) < 1e-12, "taking " .. take)
  end
  local best = lab.search.mcts(s, { iterations = 400, margin = true, rng = lab.rng(1) })
  eq(best, 3)
end)

test("the values of three sides sum to 1, and are equal if their scores are", function()
  local s = after(check.file(takes(3, SCORE .. "outcome = function() return nil end,")), "0 0 0")
  local _, moves = lab.search.alphabeta(s, { depth = 1, margin = true, all = true })
  for _, m in ipairs(moves) do
    local lead = 0.5 + 0.5 * m.move / (m.move + 10) -- over each of the others
    local wanted = (1 / 3 + 2 / 3 * lead) / 2
    check.ok(math.abs(m.value - wanted) < 1e-12, ("taking %d: %g"):format(m.move, m.value))
  end
end)

test("margin needs scores", function()
  for _, bot in ipairs { "mcts:margin=true", "alphabeta:margin=true" } do
    raises("margin=true needs a game that has scores", lab.match, "dorix", { bot })
  end
  local s = lab.game("dorix"):start()
  raises("'margin' needs a game that has scores", lab.search.mcts, s, { margin = true })
  raises("'margin' needs a game that has scores", lab.search.alphabeta, s, { margin = true })
end)

-- ---- runs ------------------------------------------------------------------

test("runs have the mean scores and margins", function()
  local run = lab.simulate { game = "games/kalah.lua:houses=3", bots = { "random" }, games = 300 }
  check.ok(math.abs(run.scores[1] + run.scores[2] - 24) < 1e-9)
  check.ok(math.abs(run.scores[1] - run.scores[2] - run.margin.mean) < 1e-9)
  check.ok(run.margin.low < run.margin.mean and run.margin.mean < run.margin.high)
  check.ok(run.margin.sd > 0)
  run = lab.simulate { game = "games/kalah.lua:houses=3", bots = { "random" }, games = 50 }
  eq(run.margin.low, nil) -- so few games do not support a mean
  eq(lab.simulate { game = "tictacdoh", bots = { "random" }, games = 2 }.margin, nil)
end)

test("a run stops when the margin is known precisely enough", function()
  local file = check.file(takes(2, SCORE .. OVER))
  local function stopped(text)
    return lab.simulate { game = file, stop_when = text, games = 3000, jobs = 1 }
  end
  local run = stopped "margin=0.2"
  check.ok(run.games < 3000 and run.margin.high - run.margin.low <= 0.4, "narrow enough")
  check.ok(stopped "margin=5".games >= 300, "not before 300 games")
  eq(stopped "margin=0.001".games, 3000)
  raises("there is no margin: the game has no scores", lab.simulate,
    { game = "tictacdoh", stop_when = "margin=1" })
end)

test("tune aims at a margin", function()
  local file = check.file(([[return require "modifiers".komi("%s", 0)]]):format(
    base_of(SCORE .. OVER)))
  local tuned = lab.tune { game = file, vary = { "half_points=-8,0,8" },
    goals = "margin=-1..1", bots = { "random" }, games = 600 }
  eq(tuned.pareto_front[1].values.half_points, 0)
  raises("the game has no scores", lab.tune,
    { game = "tictacdoh", vary = { "players=2,3" }, goals = "margin=0", games = 100 })
  raises("write margin=0 or margin=-1..1", lab.tune,
    { game = file, vary = { "half_points=0,1" }, goals = "margin=a", games = 100 })
end)

test("scores are the same in a process of their own and in boardlab's", function()
  local game = lab.game "games/kalah.lua"
  local result = lab.match(game, { "random" }, 5, 10)
  for _, r in ipairs(result) do eq(r.score[1] + r.score[2], 48) end
end)

return check.done()

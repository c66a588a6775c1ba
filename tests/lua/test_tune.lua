-- Tuning from a script: lab.tune.
package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local lab = require "boardlab"
local check = require "check"
local test, eq, raises = check.test, check.eq, check.raises

-- On size 3, games without walls are half as long as with walls.
local function plan(more)
  local p = { game = "quoridor:size=3", vary = "walls=0..2", goals = "plies=7", each = 3200 }
  for key, value in pairs(more or {}) do p[key] = value end
  return p
end

test("the candidate closest to the goal is found, and others are dropped", function()
  local result = lab.tune(plan())
  eq(result.complete, true)
  eq(result.out, nil)
  eq(#result.candidates, 3)
  eq(#result.pareto_front, 1)
  local best = result.pareto_front[1]
  check.ok(best == result.candidates[1], "the same table")
  eq(best.name, "walls=0")
  eq(best.game, "quoridor:size=3,walls=0")
  eq(best.values, { walls = 0 })
  eq(best.pareto, true)
  eq(best.dropped, nil)
  local plies = best.goals.plies
  check.ok(plies.low < plies.value and plies.value < plies.high)
  check.ok(math.abs(plies.distance - math.abs(plies.value - 7)) < 1e-9)
  local games = 0
  for i, c in ipairs(result.candidates) do
    games = games + c.games
    if i > 1 then
      check.ok(c.dropped >= 1 and c.dropped <= result.rounds)
      eq(c.pareto, false)
    end
  end
  eq(result.games, games + best.games) -- as many to check it
end)

test("a candidate's values are those of a run with as many games", function()
  local result = lab.tune(plan { goals = { "seat1=50%", "draw=0", "plies=10", "branching=3" } })
  for _, c in ipairs(result.candidates) do
    local run = lab.simulate { game = c.game, games = c.games }
    eq(c.goals.seat1.value, run.seat[1].rate)
    eq(c.goals.draw.value, run.draws.rate)
    eq(c.goals.plies.value, run.plies.mean)
    eq(c.goals.branching.value, run.branching.mean)
    check.ok(c.goals.seat1.low < run.seat[1].low and c.goals.seat1.high > run.seat[1].high)
  end
end)

test("goals must be met at every level", function()
  local result = lab.tune { game = "quoridor:size=3", vary = "walls=0..2", goals = "plies=8..14",
    levels = { "random", "mcts:iterations=5" }, games = 20000, each = 1600 }
  for _, c in ipairs(result.candidates) do
    eq(#c.levels, 2)
    eq(c.levels[1].bots, "random")
    eq(c.levels[2].bots, "mcts:iterations=5")
    eq(c.games, c.levels[1].games + c.levels[2].games)
    local farthest = 0
    for _, level in ipairs(c.levels) do
      if level.games > 0 then
        local run = lab.simulate { game = c.game, bots = level.bots, games = level.games }
        eq(level.goals.plies.value, run.plies.mean)
        farthest = math.max(farthest, level.goals.plies.distance)
      end
    end
    eq(c.goals.plies.distance, farthest)
    eq(c.misses, c.dropped and "plies" or nil)
  end
  local opened = lab.tune(plan { levels = "mcts:iterations=5", opening = 3 }).candidates[1]
  local run = lab.simulate { game = opened.game, bots = "mcts:iterations=5", opening = 3,
    games = opened.games }
  eq(opened.goals.plies.value, run.plies.mean)
  raises("cannot be combined with 'bots'", lab.tune, plan { levels = "random", bots = "random" })
  raises("cannot be combined with 'rotate'", lab.tune, plan { levels = "random", rotate = true })
  raises("random is given twice", lab.tune, plan { levels = { "random", "random" } })
  raises("at most 8", lab.tune, plan { levels = { "1", "2", "3", "4", "5", "6", "7", "8", "9" } })
end)

test("limits, rotated bots and flags", function()
  local result = lab.tune { game = lab.game "tictacdoh", vary = { "blocked_loses=true,false" },
    goals = { "truncated=1%" }, bots = { "random", "bots/onestep.lua" }, rotate = true,
    games = 311, first = 103, jobs = 1, seed = 3, max_plies = 20 }
  eq(result.games, 306)
  eq(result.rounds, 1)
  for _, c in ipairs(result.candidates) do eq(c.games, 102) end
  eq(type(result.candidates[1].values.blocked_loses), "boolean")
end)

test("the progress function is called and can stop the tuning", function()
  local last = 0
  lab.tune(plan { vary = "walls=1..3", each = 20000, progress = function(done, games)
    check.ok(done >= last and done <= games and games == 80000)
    last = done
  end })
  eq(last > 0, true)
  -- Two equal candidates, so that only the progress function ends it.
  local function endless(progress)
    return { game = "tictacdoh", vary = "blocked_loses=true,false", goals = "truncated=1%",
      games = 1000000000, each = 100000000, progress = progress }
  end
  local calls = 0
  local result = lab.tune(endless(function()
    calls = calls + 1
    return calls < 3
  end))
  check.ok(calls >= 3)
  eq(result.complete, false)
  eq(#result.candidates, 2)
  raises("enough of this", lab.tune, endless(function() error "enough of this" end))
end)

test("a stopped tuning can be resumed", function()
  local whole, part = os.tmpname(), os.tmpname()
  os.remove(whole)
  os.remove(part)
  local wanted = lab.tune(plan { out = whole })
  local calls, first = 0, nil
  local stopped = lab.tune(plan { out = part, resume = true, progress = function()
    calls = calls + 1
    return calls < 3
  end })
  eq(stopped.complete, false)
  local resumed = lab.tune(plan { out = part, resume = true, progress = function(done)
    first = first or done
  end })
  check.ok(first >= stopped.games)
  eq(resumed.complete, true)
  eq(resumed.games, wanted.games)
  eq(resumed.rounds, wanted.rounds)
  for _, name in ipairs { "tune.csv", "tune.json" } do
    eq(io.open(part .. "/" .. name):read "a", io.open(whole .. "/" .. name):read "a")
  end
  os.execute("rm -r '" .. whole .. "' '" .. part .. "'")
end)

test("tune.csv is written", function()
  local out = os.tmpname()
  os.remove(out)
  eq(lab.tune(plan { out = out }).out, out)
  local first = io.lines(out .. "/tune.csv")()
  eq(first, "run,game,walls,level,bots,games,draw_rate,truncated_rate,forfeit_rate," ..
    "undecided_rate,distinct_games,repeats,pareto,dropped,check_games,plies,plies_low," ..
    "plies_high,plies_distance,plies_distance_low,plies_distance_high," ..
    "plies_goal_min,plies_goal_max," ..
    "plies_check,plies_check_low,plies_check_high")
  raises(out, lab.tune, plan { out = out })
  os.execute("rm -r '" .. out .. "'")
end)

test("wrong plans are refused", function()
  raises("table expected", lab.tune, "quoridor")
  raises("'game' is missing", lab.tune, {})
  raises("did you mean 'goals'?", lab.tune, { game = "quoridor", goal = "plies=7" })
  raises("'resume' needs 'out'", lab.tune, { game = "quoridor", resume = true })
  raises("there is nothing to vary", lab.tune, { game = "quoridor", goals = "plies=7" })
  raises("there is no goal", lab.tune, { game = "quoridor", vary = "walls=1..3" })
  raises("without names", lab.tune, plan { goals = { plies = 7 } })
  raises("does not name a metric", lab.tune, plan { goals = "seat3=50%" })
  raises("'first' must be an integer", lab.tune, plan { first = 0.5 })
  raises("at least 100", lab.tune, plan { first = 50 })
  raises("random and greedy change seats", lab.tune,
    plan { goals = "seat1=50%", bots = { "random", "greedy" }, rotate = true })
end)

return check.done()

-- Runs from a script: lab.simulate, lab.tournament, lab.sweep, lab.ladder, lab.study.
package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local lab = require "boardlab"
local check = require "check"
local test, eq, raises = check.test, check.eq, check.raises

local BOARDLAB = arg[1]

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end

local function exists(path)
  local file = io.open(path, "rb")
  if file then file:close() end
  return file ~= nil
end

local folders = {}

-- Returns the name of a folder that does not exist yet.
local function new_folder()
  local path = os.tmpname()
  os.remove(path)
  folders[#folders + 1] = path
  return path
end

local function same_files(a, b, names)
  for _, name in ipairs(names) do
    check.ok(read(a .. "/" .. name) == read(b .. "/" .. name), name .. " differs")
  end
end

test("the result of a run", function()
  local run = lab.simulate { game = "tictacdoh", games = 500, seed = 3 }
  eq(run.game, "tictacdoh")
  eq(run.seats, 2)
  eq(run.games, 500)
  eq(run.complete, true)
  eq(run.out, nil)
  eq(run.seat[1].won + run.seat[2].won + run.draws.count, 500)
  eq(run.seat[1].rate, run.seat[1].won / 500)
  check.ok(run.seat[1].low < run.seat[1].rate and run.seat[1].rate < run.seat[1].high)
  eq(run.draws.rate, run.draws.count / 500)
  eq(run.truncated.count, 0)
  eq(run.forfeits.count, 0)
  check.ok(run.plies.min <= run.plies.p5 and run.plies.p5 <= run.plies.median)
  check.ok(run.plies.median <= run.plies.p95 and run.plies.p95 <= run.plies.max)
  check.ok(run.plies.low < run.plies.mean and run.plies.mean < run.plies.high)
  check.ok(run.branching.mean > 1 and run.branching.max >= run.branching.mean)
  eq(#run.bot, 1)
  eq(run.bot[1].bot, "random")
  eq(run.bot[1].games, 1000)
  eq(run.reason, nil)
end)

test("games in pairs begin alike", function()
  local out = new_folder()
  lab.simulate { game = "quoridor:size=5", bots = { "random", "greedy" }, rotate = true, games = 20,
    pairs = true, opening = 3, moves = true, out = out }
  local opening = {}
  for _, row in ipairs(lab.read_csv(out .. "/moves.csv")) do
    if row.ply <= 3 then opening[row.number] = (opening[row.number] or "") .. " " .. row.move end
  end
  for index = 0, 18, 2 do eq(opening[index], opening[index + 1]) end
  check.ok(opening[0] ~= opening[2])
  raises("rotate the bots", lab.simulate, { game = "quoridor", pairs = true })
  raises("'opening' must be an integer from 0 to 1000", lab.simulate,
    { game = "quoridor", opening = 1001 })
end)

test("a match in pairs ends when its test is decided", function()
  local plan = { game = "quoridor:size=5", bots = { "alphabeta:depth=2", "alphabeta:depth=1" },
    rotate = true, pairs = true, opening = 4, sprt = "elo0=0,elo1=30" }
  local run = lab.simulate(plan)
  local match, n, points = run.match, 0, 0
  for i, count in ipairs(match.pairs) do n, points = n + count, points + count * (i - 1) / 2 end
  eq(2 * n, run.games)
  check.ok(math.abs(match.score - points / run.games) < 1e-12)
  check.ok(match.low < match.score and match.score < match.high)
  check.ok(match.elo_low < match.elo and match.elo < match.elo_high)
  eq(match.sprt.decision, "H1")
  check.ok(match.sprt.llr >= match.sprt.upper and match.sprt.elo1 == 30)
  eq(run.complete, true)
  local pair = run.pairs[1]
  check.ok(pair.difference > 0)
  eq(pair.p, nil)
  eq(pair.p_holm, nil)
  eq(pair.los, nil)
  eq(lab.simulate { game = "tictacdoh", games = 2 }.match, nil)
  raises("'sprt': elo1 must be larger than elo0", lab.simulate,
    { game = "quoridor", sprt = "elo0=1,elo1=0" })
  raises("between two bots, not 1", lab.simulate,
    { game = "quoridor", rotate = true, sprt = "elo0=0,elo1=5" })
end)

test("games are verified in other processes", function()
  local bots = { "bots/onestep.lua", "random" }
  eq(lab.simulate { game = "games/mnk.lua", bots = bots, games = 30, verify = 8 }.verified, 8)
  bots = { "random", "greedy" }
  eq(lab.tournament { game = "tictacdoh", bots = bots, games = 1, verify = 9 }.verified, 2)
  eq(lab.simulate { game = "tictacdoh", games = 2 }.verified, nil)
  raises("'verify' must be an integer from 1 to 100000", lab.simulate,
    { game = "tictacdoh", verify = 0 })
  raises("plays by the clock", lab.simulate,
    { game = "tictacdoh", bots = "mcts:ms=1", verify = 1 })
  raises("verify", lab.sweep, { game = "quoridor", vary = "size=3,5", verify = 1 })
end)

test("lab.simulate plays the same games as lab.match", function()
  local run = lab.simulate { game = "orbital", games = 40, seed = 9 }
  local plies, won = 0, 0
  for _, result in ipairs(lab.match("orbital", { "random" }, 9, 40)) do
    plies = plies + result.plies
    if result.outcome == "win" and result.winners[1] == 1 then won = won + 1 end
  end
  eq(run.plies.mean, plies / 40)
  eq(run.seat[1].won, won)
end)

test("lab.simulate writes the same bytes as the command, on any number of threads", function()
  local plan = { game = "quoridor:size=5", bots = { "bots/runner.lua", "random" }, rotate = true,
    games = 60, moves = true }
  local folder = new_folder()
  local line = ("%s simulate quoridor:size=5 --seat bots/runner.lua --seat random --rotate " ..
    "--games 60 --moves --quiet --out %s >%s"):format(BOARDLAB, folder, os.tmpname())
  check.ok(os.execute(line))
  for jobs = 1, 3 do
    plan.jobs, plan.out = jobs, new_folder()
    lab.simulate(plan)
    same_files(plan.out, folder, { "games.csv", "moves.csv", "summary.csv", "run.json" })
  end
end)

test("the progress function can stop a run, which can be resumed", function()
  local plan = { game = "quoridor", games = 400000, out = new_folder() }
  plan.progress = function(done, games)
    check.ok(done <= games and games == 400000)
    return false
  end
  local run = lab.simulate(plan)
  eq(run.complete, false)
  plan.progress, plan.resume = nil, true
  -- Fewer games than the run has are refused; more are played.
  plan.games = run.games // 2
  if run.games > 1 then raises("holds a different run", lab.simulate, plan) end
  plan.games = run.games + 10
  eq(lab.simulate(plan).games, run.games + 10)
  local whole = { game = "quoridor", games = run.games + 10, out = new_folder() }
  lab.simulate(whole)
  same_files(plan.out, whole.out, { "games.csv", "summary.csv", "run.json" })
end)

test("changing the plan during a run has no effect", function()
  local asked = 0
  local plan = setmetatable({ game = "quoridor", games = 3000 }, { __index = function(_, key)
    if key == "progress" then asked = asked + 1 end
    if asked > 1 then error "asked again" end
  end })
  eq(lab.simulate(plan).games, 3000)
  raises("without names", lab.sweep, { game = "quoridor", vary = { walls = 3 } })
  raises("has -1 entries", lab.simulate, { game = "quoridor",
    bots = setmetatable({}, { __len = function() return -1 end }) })
  raises("'game' must be a spec or a game, not a number", lab.simulate, { game = 5 })
end)

test("an error in the progress function ends the run and is raised", function()
  raises("enough of this", lab.simulate, { game = "quoridor", games = 100000000,
    progress = function() error "enough of this" end })
end)

test("stop_when ends a run once a rate is known precisely enough", function()
  local run = lab.simulate { game = "tictacdoh", stop_when = "seat1=3%" }
  check.ok(run.complete and run.seat[1].high - run.seat[1].low <= 0.06)
  eq(run.games % 100, 0)
  eq(lab.simulate({ game = "tictacdoh", stop_when = "seat1=3%", jobs = 5 }).games, run.games)
  eq(lab.simulate({ game = "tictacdoh", stop_when = "seat1=0.1%", games = 300 }).games, 300)
end)

test("a run that stop_when has ended can be extended", function()
  local out, whole = new_folder(), new_folder()
  local short = lab.simulate { game = "tictacdoh", stop_when = "seat1=5%", out = out }
  raises("its 'until' is", lab.simulate,
    { game = "tictacdoh", stop_when = "seat1=4%", out = out, resume = true })
  local games = short.games + 77
  eq(lab.simulate({ game = "tictacdoh", games = games, out = out, resume = true }).games, games)
  lab.simulate { game = "tictacdoh", games = games, out = whole }
  same_files(out, whole, { "games.csv", "moves.csv" })
  local function is_raised(folder) return read(folder .. "/run.json"):find('"raised"', 1, true) end
  check.ok(is_raised(out) and not is_raised(whole), "only one was given more games")
end)

test("a bot that fails forfeits its games", function()
  local path = check.file "return { choose = function() error 'I give up, \"so\"' end }"
  local run = lab.simulate { game = "dorix", bots = { path, "random" }, games = 20 }
  eq(run.forfeits.count, 20)
  eq(run.seat[2].won, 0, "a forfeit is not a win")
  eq(run.bot[1].forfeits, 20)
  check.ok(run.reason:find('I give up, "so"', 1, true), run.reason)
end)

test("a tournament rates its bots", function()
  local result = lab.tournament { game = "quoridor:size=5",
    bots = { "random", "mcts:iterations=20", "mcts:iterations=60" }, games = 10, opening = 4,
    seed = 2 }
  eq(result.games, 60)
  eq(result.ratings[3].bot, "random")
  for _, entry in ipairs(result.ratings) do
    eq(entry.games, 40)
    check.ok(entry.score >= 0 and entry.score <= 1)
  end
  eq(#result.seat_ratings, 2)
  eq(result.seat_ratings[1].seat, "1")
  local seats = result.seat_ratings
  check.ok(math.abs(seats[1].rating + seats[2].rating) < 1e-6, "one's gain is the other's loss")
  check.ok(seats[1].low < seats[1].rating and seats[1].rating < seats[1].high)
  eq(#result.crosstable, 12)
  for _, cell in ipairs(result.crosstable) do eq(cell.games, 10) end
  check.ok(result.ratings[1].nodes > 0, "mcts looks at positions")
  eq(result.ratings[3].nodes, 0.0)
end)

test("who won everything has a bound instead of a rating", function()
  local result = lab.tournament { game = "quoridor:size=5",
    bots = { "random", "bots/walls.lua", "bots/runner.lua" }, games = 10 }
  local first, last = result.ratings[1], result.ratings[3]
  eq(first.bot, "bots/walls.lua")
  eq(first.score, 1.0)
  eq(first.rating, math.huge)
  eq(first.high, math.huge)
  check.ok(first.low > 300 and first.low < 1000, first.low)
  eq(last.bot, "random")
  eq(last.rating, 0.0, "of groups of one, the weakest is the reference")
  eq(last.low, nil)
  eq(#result.pairs, 3)
  local pair = result.pairs[1]
  eq(pair.bot, first.bot)
  eq(pair.opponent, result.ratings[2].bot)
  eq(pair.difference, math.huge)
  check.ok(pair.low > 300)
  check.ok(pair.p < 0.001 and pair.p_holm >= pair.p and pair.p_holm < 0.01)
  check.ok(pair.los > 0.999)
  check.ok(lab.elo(pair):find "^at least %+%d+$", lab.elo(pair))
  eq(lab.elo { difference = -math.huge, low = -math.huge, high = -312.4 }, "at most -312")
  eq(lab.elo { rating = 281.3, low = 156.1, high = 406.4 }, "+281 (+156 to +406)")
  eq(lab.elo(last), "0")
  eq(lab.elo {}, "unknown")
  eq(lab.elo { difference = math.huge }, "unknown") -- games that repeat each other have no bound
end)

test("a rotated run of two bots says which is stronger", function()
  local out = new_folder()
  local result = lab.simulate { game = "tictacdoh", bots = { "mcts:iterations=60", "random" },
    rotate = true, games = 40, out = out }
  eq(result.ratings[1].bot, "mcts:iterations=60")
  eq(#result.pairs, 1)
  check.ok(result.pairs[1].p < 0.001)
  eq(result.interaction, nil, "two bots cannot show one")
  eq(lab.stats(out).pairs[1].p, result.pairs[1].p)
  check.ok(read(out .. "/pairs.csv"):find "^bot,opponent,difference,low,high,p,p_holm,los,score,")
  eq(lab.simulate({ game = "tictacdoh", games = 4, rotate = true }).ratings, nil,
    "one bot needs no rating")
end)

-- Reads the rows of a CSV file without quoted commas, by column.
local function rows_of(path)
  local rows, names = {}, nil
  for line in io.lines(path) do
    local fields = {}
    line = line:gsub('^"[^"]*"', "game") -- its spec has commas
    for field in (line .. ","):gmatch "([^,]*)," do
      fields[#fields + 1] = field:gsub('^"(.*)"$', "%1")
    end
    if not names then
      names = fields
    else
      local row = {}
      for i, name in ipairs(names) do row[name] = fields[i] end
      rows[#rows + 1] = row
    end
  end
  return rows
end

-- Counts a game for a bot in a seat against a bot in another, as a cross-table does; each
-- seat is its own side.
local function count_pair(cells, row, seats, seat, other)
  local key = row["seat" .. seat] .. " " .. seat .. " " .. row["seat" .. other]
  local cell = cells[key] or { games = 0, won = 0, lost = 0, drawn = 0, truncated = 0,
    forfeits = 0, walkovers = 0, nodes = 0, points = 0, against = 0 }
  cells[key] = cell
  local function add(name, yes) cell[name] = cell[name] + (yes and 1 or 0) end
  local function points(who)
    if row.outcome == "win" then return row.winner == tostring(who) and 1 or 0 end
    if row.outcome == "draw" then return 1 / seats end
    if row.outcome == "truncated" then return 0 end
    return row.forfeiter == tostring(who) and 0 or 1 / (seats - 1)
  end
  add("games", true)
  add("won", row.outcome == "win" and row.winner == tostring(seat))
  add("lost", row.outcome == "win" and row.winner == tostring(other))
  add("drawn", row.outcome == "draw")
  add("truncated", row.outcome == "truncated")
  add("forfeits", row.forfeiter == tostring(seat))
  add("walkovers", row.forfeiter == tostring(other))
  cell.nodes = cell.nodes + tonumber(row["nodes" .. seat])
  cell.points, cell.against = cell.points + points(seat), cell.against + points(other)
end

test("a cross-table agrees with the games", function()
  local failing = check.file [[return { choose = function(s, me)
    if me.rng(12) == 1 then error "tired" end
    s:after(s:random_move())
    return s:random_move()
  end }]]
  local SPECS = { "tictacdoh:small=2,medium=2,large=2", "tictacdoh:players=3", "orbital" }
  for _, spec in ipairs(SPECS) do
    local out = new_folder()
    local result = lab.tournament { game = spec, games = 8, max_plies = 20, out = out,
      bots = { "random", "bots/onestep.lua", failing } }
    local cells, seats = {}, result.seats
    for _, row in ipairs(rows_of(out .. "/games.csv")) do
      for seat = 1, seats do
        for other = 1, seats do
          if other ~= seat then count_pair(cells, row, seats, seat, other) end
        end
      end
    end
    for _, got in ipairs(result.crosstable) do
      local cell = cells[got.bot .. " " .. got.seat .. " " .. got.opponent]
      for _, name in ipairs { "games", "won", "lost", "drawn", "truncated", "forfeits",
        "walkovers" } do
        eq(got[name], cell[name], spec .. " " .. name)
      end
      check.ok(math.abs(got.nodes - cell.nodes / cell.games) < 1e-9, "nodes")
      local all = cell.points + cell.against
      if all == 0 then
        eq(got.score, nil, "no points, no score")
      else
        check.ok(math.abs(got.score - cell.points / all) < 1e-9, "score")
      end
      cells[got.bot .. " " .. got.seat .. " " .. got.opponent] = nil
    end
    eq(next(cells), nil, "all pairs are there")
    for _, entry in ipairs(result.ratings) do
      eq(entry.won + entry.lost + entry.drawn + entry.truncated + entry.forfeits +
        entry.walkovers, entry.games)
    end
  end
end)

test("a tournament's folder has ratings and a cross-table", function()
  local out = new_folder()
  lab.tournament { game = "dorix:players=3", bots = { "random", "bots/onestep.lua" }, games = 2,
    out = out }
  check.ok(read(out .. "/ratings.csv"):find('^scope,bot,seat,rating,low,high,score,games,won,' ..
    'lost,drawn,truncated,forfeits,walkovers,nodes_mean\nbot,"bots/onestep.lua",,'))
  check.ok(read(out .. "/crosstable.csv"):find '^bot,seat,opponent,score,games,won,lost,')
end)

test("a sweep plays every combination with the same seed", function()
  local out = new_folder()
  local last = 0
  local runs = lab.sweep { game = "quoridor", vary = { "walls=2..4/2", "size=3,5" }, games = 30,
    out = out, progress = function(done, games)
      check.ok(done >= last and done <= games and games == 120)
      last = done
    end }
  eq(#runs, 4)
  eq(runs[2].run, "walls=2,size=5")
  eq(runs[2].values, { walls = 2, size = 5 })
  eq(runs[3].values.walls, 4)
  local alone = lab.simulate { game = "quoridor:walls=4,size=5", games = 30 }
  eq(runs[4].seat[1].won, alone.seat[1].won)
  eq(runs[4].plies.mean, alone.plies.mean)
  check.ok(exists(out .. "/walls=4,size=3/games.csv"))
  local index = read(out .. "/sweep.csv")
  check.ok(index:find('^run,game,walls,size,games,complete,seat1_rate,'))
  eq(select(2, index:gsub("\n", "")), 5)
end)

test("flags and words can be varied as well", function()
  local runs = lab.sweep { game = "tictacdoh", vary = "blocked_loses=true,false", games = 10 }
  eq(runs[1].values.blocked_loses, true)
  eq(runs[2].values.blocked_loses, false)
end)

-- The first line of a CSV file, and the last three numbers of another.
test("a sweep has the margins of its runs, and their trend", function()
  local out = new_folder()
  local swept = lab.sweep { game = check.file [[
    return require "modifiers".komi("games/kalah.lua:houses=3", 0)]],
    vary = "half_points=0,2,4", games = 300, out = out, jobs = 1 }
  local trend
  for _, t in ipairs(swept.trends) do
    if t.metric == "margin_mean" and t.kind == "step" then trend = t end
  end
  -- komi changes no random move, so each point is one point of the margin
  check.ok(math.abs(trend.change + 1) < 1e-9 and trend.p_holm < 0.05, "a point for each step")
  check.has(table.concat(swept.verdict, " "), "the margin of the first side falls by 1.0")
  local row = lab.read_csv(out .. "/sweep.csv")[2]
  check.ok(math.abs(row.margin_mean - swept[2].margin.mean) < 1e-6)
  out = new_folder()
  lab.sweep { game = "tictacdoh", vary = "blocked_loses=true,false", games = 5, out = out }
  check.ok(not read(out .. "/sweep.csv"):find "margin")
end)

test("a ladder has the margins between equals", function()
  local out = new_folder()
  local levels = lab.ladder { game = "games/kalah.lua:houses=3", bot = "mcts", games = 30,
    double = "iterations=2", levels = 2, out = out, jobs = 1 }
  eq(levels[2].margin.low, nil) -- with so few games
  local row = lab.read_csv(out .. "/ladder.csv")[1]
  check.ok(math.abs(row.margin_mean - levels[1].margin.mean) < 1e-6)
end)

test("a sweep has trends and says what they show", function()
  local sweep = lab.sweep { game = "quoridor:size=3", games = 300,
    vary = { "walls=0,1,3", "edge_jump=true,false" } }
  eq(#sweep, 6)
  local found = {}
  for _, trend in ipairs(sweep.trends) do
    found[trend.kind .. " " .. (trend.option or "") .. " " .. trend.metric] = trend
    if trend.p then eq(trend.shown, trend.p_holm < 0.05) end
  end
  local length = found["step walls plies_mean"]
  eq(length.step, 1.0)
  check.ok(length.low < length.change and length.change < length.high)
  local jump = found["difference edge_jump plies_mean"]
  check.ok(jump.value ~= jump.base)
  check.ok(found["departure  plies_mean"].p < 0.01) -- short without walls, else alike
  eq(found["step walls draw_rate"].p, nil)
  eq(found["fairest  gap"].value:match "^walls=%d,edge_jump=%a+$" ~= nil, true)
  check.ok(sweep.verdict[1]:find("With higher values of walls, ", 1, true)) -- the conclusion first
  check.has(table.concat(sweep.verdict, "\n"), "With walls up by 1, ")
end)

test("a ladder plays each level against itself and the one below", function()
  local out, last = new_folder(), 0
  local plan = { game = "tictacdoh", bot = "bots/montecarlo.lua:candidates=3",
    double = "playouts=1", levels = 3, games = 21, out = out, progress = function(done, games)
      check.ok(done >= last and done <= games and games == 3 * 21 + 2 * 22)
      last = done
    end }
  local levels = lab.ladder(plan)
  eq(#levels, 3)
  eq(levels[3].value, 4)
  eq(levels[3].bot, "bots/montecarlo.lua:candidates=3,playouts=4")
  eq(levels[1].against, nil)
  eq(levels[2].against.below, 1)
  eq(levels[2].against.games, 22)
  eq(levels[2].complete, true)
  local function seed(name) return lab.read_csv(out .. "/" .. name .. "/games.csv")[1].seed end
  check.ok(seed "playouts=2" ~= seed "playouts=2-1" and seed "playouts=2" ~= seed "playouts=1")
  local equals = lab.simulate { game = "tictacdoh", bots = levels[2].bot, games = 21,
    seed = seed "playouts=2" }
  eq(levels[2].seat[1].rate, equals.seat[1].rate)
  eq(levels[2].seat[2].high, equals.seat[2].high)
  eq(levels[2].draws.rate, equals.draws.rate)
  eq(levels[2].plies.mean, equals.plies.mean)
  local against = lab.simulate { game = "tictacdoh", bots = { levels[2].bot, levels[1].bot },
    rotate = true, games = 22, seed = seed "playouts=2-1" }
  eq(levels[2].against.won.rate, against.bot[1].rate)
  eq(levels[2].against.drawn.rate, against.draws.rate)
  eq(levels[2].against.score.value, (against.bot[1].won + against.draws.count / 2) / 22)
  eq(select(2, read(out .. "/ladder.csv"):gsub("\n", "")), 4)
  check.ok(exists(out .. "/playouts=4-2/games.csv"))
  raises("already holds a ladder", lab.ladder, plan)
  plan.resume, plan.progress, plan.levels = true, nil, 4
  eq(#lab.ladder(plan), 4)
end)

test("the progress function can stop a ladder", function()
  local levels = lab.ladder { game = "quoridor", bot = "bots/uct.lua", double = "rounds=1",
    levels = 2, games = 100000, progress = function() return false end }
  check.ok(#levels <= 1)
  if levels[1] then eq(levels[1].complete, false) end
  raises("enough of this", lab.ladder, { game = "quoridor", bot = "bots/uct.lua",
    double = "rounds=1", games = 100000, progress = function() error "enough of this" end })
end)

local function judge(card)
  for name, figures in pairs(card.open) do
    if figures.calibration then return name end
  end
end

test("a study has the figures of study.csv, and goes on", function()
  local out, last = new_folder(), 0
  local plan = { game = "games/nim.lua", budget = "tiny", out = out }
  plan.progress = function() return false end
  local stopped = lab.study(plan)
  eq({ stopped.complete, stopped.fair, stopped.verdict }, { false })
  raises("already holds a study", lab.study, plan)
  plan.resume, plan.progress = true, function(done, games)
    check.ok(done >= last and done <= games)
    last = done
  end
  local card = lab.study(plan)
  eq({ card.game, card.budget, card.complete, card.out }, { "games/nim.lua", "tiny", true, out })
  local figures = 0
  for _, row in ipairs(lab.read_csv(out .. "/study.csv")) do
    local figure = card[row.scope]
    figure = (row.key and figure[row.key] or figure)[row.metric]
    check.ok(math.abs(figure.value - row.value) < 1e-6, row.metric)
    eq(figure.low ~= nil, row.low ~= nil)
    figures = figures + 1
  end
  check.ok(figures > 30, figures)
  eq({ #card.levels, card.levels[1].level, card.levels[1].score }, { 4, "random" })
  check.ok(card.levels[2].score.low > 0.5 and #card.levels[2].seat == 2)
  check.has(card.verdict[1], "With perfect play the second side wins")
  eq(lab.study(plan).verdict, card.verdict, "a complete one is read")
  plan.seed = 2
  raises("holds a different study: it was made with --seed 1, not with --seed 2", lab.study, plan)
  raises("'like': nowhere is not the folder of a study", lab.study,
    { game = "games/nim.lua", budget = "tiny", out = new_folder(), like = "nowhere" })
  local alike = lab.study { game = "games/nim.lua:heaps=4", budget = "tiny", out = new_folder(),
    like = out }
  check.ok(judge(card))
  eq(judge(alike), judge(card))
end)

test("a study that a script has defined, and one of a change", function()
  local out = new_folder()
  local first = lab.variant { name = "first", base = "tictacdoh", vars = { ply = 0 },
    after = function(s) s.ply = s.ply + 1 end }
  local change = lab.study { game = first, changed = "tictacdoh", budget = "tiny", out = out }
  eq({ change.complete, change.out, change.after.out }, { true, out, out .. "/after" })
  check.has(read(out .. "/before/study.json"), '"scripted": true')
  check.ok(#change.verdict > 0 and #change.changes > 5)
  local row = change.changes[1]
  check.ok(row.line and row.figure and row.old and row.new and row.p <= 1)
end)

test("a study of a game that ends nowhere says so", function()
  local endless = lab.rules { name = "endless", max_moves = 2, state = { turn = 1 },
    moves = function() return { 1, 2 } end, play = function(s) s.turn = 1 - s.turn end,
    outcome = function() end }
  local card = lab.study { game = endless, budget = "tiny", out = new_folder() }
  check.has(card.refused, "do not end")
  eq({ card.levels, card.fair.score.value }, {})
  eq(card.fair.score.reason, card.refused)
end)

test("wrong plans are refused", function()
  raises("table expected", lab.simulate, "quoridor")
  raises("'game' is missing", lab.simulate, {})
  raises("did you mean 'rotate'?", lab.simulate, { game = "quoridor", roate = true })
  raises("there is no game 'chess'", lab.simulate, { game = "chess" })
  raises("'games' must be an integer", lab.simulate, { game = "quoridor", games = 0 })
  raises("'games' must be an integer", lab.simulate, { game = "quoridor", games = 1.5 })
  raises("'games' must be an integer", lab.simulate, { game = "quoridor", games = 0 / 0 })
  raises("'seed' must be an integer", lab.simulate, { game = "quoridor", seed = -1 })
  raises("'bots' must be a list of strings", lab.simulate, { game = "quoridor", bots = { 1, {} } })
  raises("name a bot for each, or one for all", lab.simulate,
    { game = "quoridor", bots = { "random", "random", "random" } })
  raises("use 2 or 4", lab.simulate, { game = "quoridor", games = 3, rotate = true })
  raises("'rotate' must be true or false", lab.simulate, { game = "quoridor", rotate = "no" })
  raises("'progress'", lab.simulate, { game = "quoridor", progress = 1 })
  raises("'moves' needs 'out'", lab.simulate, { game = "quoridor", moves = true })
  raises("is not a rate", lab.simulate, { game = "quoridor", stop_when = "seat3=1%" })
  raises("a shard is written", lab.simulate, { game = "quoridor", shard = "3/2", out = "x" })
  raises("at least two bots", lab.tournament, { game = "quoridor", bots = { "random" } })
  raises("the bot random is given twice", lab.tournament,
    { game = "quoridor", bots = { "random", "random" } })
  raises("there is nothing to vary", lab.sweep, { game = "quoridor" })
  raises("did you mean 'walls'?", lab.sweep, { game = "quoridor", vary = "wals=3" })
  raises("walls lists 3 twice", lab.sweep, { game = "quoridor", vary = "walls=2..4,3" })
  raises("'bot' is missing", lab.ladder, { game = "quoridor", double = "rounds=10" })
  raises("'double' is missing", lab.ladder, { game = "quoridor", bot = "bots/uct.lua" })
  raises("did you mean 'bot'?", lab.ladder, { game = "quoridor", bots = "bots/uct.lua" })
  raises("'levels' must be an integer from 2 to 24", lab.ladder,
    { game = "quoridor", bot = "bots/uct.lua", double = "rounds=10", levels = 1 })
  raises("did you mean 'rounds'?", lab.ladder,
    { game = "quoridor", bot = "bots/uct.lua", double = "round=10" })
  raises("'out' is missing", lab.study, { game = "quoridor" })
  raises("'game' is missing", lab.study, { out = "x" })
  raises("there is no budget 'huge': write tiny, small, medium or large", lab.study,
    { game = "quoridor", budget = "huge", out = "x" })
  raises("did you mean 'budget'?", lab.study, { game = "quoridor", bugdet = "tiny", out = "x" })
  raises("'changed' must be a spec or a game, not a boolean", lab.study,
    { game = "quoridor", changed = true, out = "x" })
  raises("there is no game 'orbitol'", lab.study,
    { game = "quoridor", changed = "orbitol", out = "x", budget = "tiny" })
  raises("is not a folder", lab.simulate, { game = "quoridor", games = 1, out = "/dev/null" })
end)

test("a plugin cannot start runs", function()
  local path = check.file(
    'local lab = require "boardlab"; return { choose = function() lab.simulate {} end }')
  local run = lab.simulate { game = "dorix", bots = { path, "random" }, games = 2 }
  check.ok(run.reason:find "simulate", run.reason)
end)

for _, folder in ipairs(folders) do os.execute("rm -rf " .. folder) end
return check.done()

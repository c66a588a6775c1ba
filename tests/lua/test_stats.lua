-- Results of runs from a script: lab.stats, lab.report, lab.compare, lab.plan, lab.read_csv.
package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local lab = require "boardlab"
local check = require "check"
local test, eq, raises = check.test, check.eq, check.raises

local folders, files = {}, {}

-- Returns the name of a folder that does not exist yet.
local function new_folder()
  local path = os.tmpname()
  os.remove(path)
  folders[#folders + 1] = path
  return path
end

local function new_file(text)
  local path = os.tmpname()
  files[#files + 1] = path
  local out <close> = assert(io.open(path, "wb"))
  out:write(text or "")
  return path
end

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end

-- Returns the data of a report, since the page is too long for a message.
local function data_of(path)
  local page = read(path)
  check.ok(page:find("<!DOCTYPE html>", 1, true) == 1, "no page")
  return page:match '<script[^>]*id="data"[^>]*>(.-)</script>' or "no data"
end

local function near(got, wanted, what)
  check.ok(math.abs(got - wanted) < 1e-9, ("%s: %s, wanted %s"):format(what or "", got, wanted))
end

local function run_of(plan)
  plan.out = new_folder()
  return lab.simulate(plan)
end

local RUN = run_of { game = "tictacdoh", games = 120, seed = 3, moves = true }
local PLAIN = run_of { game = "tictacdoh", games = 120, seed = 3 }
local THREE = run_of { game = "tictacdoh:players=3", games = 120, seed = 3 }

-- ---- stats -----------------------------------------------------------------

test("metrics are indexed by scope, key and name", function()
  local stats = lab.stats(RUN.out)
  eq(stats.run.games, { value = 120.0, n = 120 })
  for seat = 1, 2 do
    local metric = stats.seat[seat].win_rate
    eq(metric.value, RUN.seat[seat].won / 120)
    near(metric.low, RUN.seat[seat].low)
    near(metric.high, RUN.seat[seat].high)
    eq(metric.n, 120)
  end
  near(stats.run.plies_mean.value, RUN.plies.mean)
  near(stats.run.branching_max.value, RUN.branching.max)
  eq(stats.bot.random.win_rate.n, 240)
  check.ok(stats.run.balance.low <= stats.run.balance.value)
  local games = 0
  for plies, length in pairs(stats.length) do
    eq(math.type(plies), "integer")
    games = games + length.rate.value * 120
  end
  near(games, 120, "lengths")
  eq(stats.tension, nil)
  eq(stats.side, nil)
end)

-- The same metrics, counted from the rows of the CSV file.
test("metrics of a sample agree with moves.csv", function()
  local stats = lab.stats(RUN)
  local legal, plies, cells, openings, most = 0, 0, {}, {}, 0
  lab.read_csv(RUN.out .. "/moves.csv", function(row)
    legal, plies, most = legal + row.legal_moves, plies + 1, math.max(most, row.legal_moves)
    local cell = row.move:match "%l%d"
    cells[cell] = (cells[cell] or 0) + 1
    if row.ply == 1 then openings[row.move] = (openings[row.move] or 0) + 1 end
  end)
  eq(stats.complexity.plies.value, plies + 0.0)
  near(stats.complexity.branching_mean.value, legal / plies)
  eq(stats.complexity.branching_max.value, most + 0.0)
  eq(stats.complexity.branching_mean.n, 120)
  for cell, count in pairs(cells) do near(stats.cell[cell].rate.value, count / plies, cell) end
  for cell in pairs(stats.cell) do check.ok(cells[cell] or cell == "all", cell) end
  check.ok(stats.cell.all.winner_rate.value > 0)
  for move, count in pairs(openings) do
    near(stats.opening[move].rate.value, count / 120, move)
    eq(stats.opening[move].win_rate.n, count)
  end
  eq(stats.ply[1].branching_mean.n, 120)
  check.ok(stats.kind["lay L empty"].rate.value > 0)
end)

test("games are replayed if there is no moves.csv", function()
  local one, other = lab.stats(RUN), lab.stats(PLAIN, { jobs = 3 })
  eq(other, one)
end)

test("a sample of some games, or of none", function()
  local stats = lab.stats(RUN.out, { sample = 7 })
  eq(stats.complexity.branching_mean.n, 7)
  eq(stats.run.games.n, 120)
  stats = lab.stats(RUN.out, { sample = 0 })
  eq(stats.complexity, nil)
  eq(stats.ply, nil)
  eq(stats.cell, nil)
  eq(stats.run.games.n, 120)
end)

test("tension is judged by an oracle", function()
  local stats = lab.stats(RUN.out, { sample = 20, oracle = "playouts=4", jobs = 1 })
  local tension = stats.tension["playouts=4"]
  check.ok(tension.drama.value >= 0 and tension.drama.value <= 1)
  check.ok(tension.lead_changes.value >= 0)
  check.ok(tension.comeback_rate.n <= 20)
  check.ok(stats.lead[1].winner_lead.value >= -1)
  eq(lab.stats(PLAIN.out, { sample = 20, oracle = "playouts=4", jobs = 3 }).tension, stats.tension)
  check.ok(lab.stats(RUN, { sample = 5, tension = true }).tension["playouts=200"].drama)
end)

test("games with teams have metrics by side", function()
  local run = run_of { game = "dorix:players=4,pawns=4", games = 20 }
  local stats = lab.stats(run)
  check.ok(stats.side["1+3"].win_rate.value + stats.side["2+4"].win_rate.value <= 1)
  eq(stats.seat[1].win_rate, stats.seat[3].win_rate)
end)

test("wrong arguments to lab.stats are refused", function()
  local wanted = "argument 1 must be the folder of a run, or a result that was written to one"
  raises(wanted, lab.stats)
  raises(wanted, lab.stats, 5)
  raises(wanted, lab.stats, {})
  raises(wanted, lab.stats, lab.simulate { game = "tictacdoh", games = 2 }) -- has no folder
  raises("it does not exist", lab.stats, "/nowhere/at/all")
  raises("did you mean 'sample'?", lab.stats, RUN, { sampel = 3 })
  raises("'sample' must be an integer, not a string", lab.stats, RUN, { sample = "many" })
  raises("'sample' must be from 0 to", lab.stats, RUN, { sample = -1 })
  raises("there is no oracle 'delphi'", lab.stats, RUN, { oracle = "delphi" })
  raises("'tension' must be", lab.stats, RUN, { tension = 5 })
  raises("'jobs' must be an integer", lab.stats, RUN, { jobs = 0.5 })
  raises("table expected", lab.stats, RUN, 5)
  raises("has no 'replays'", lab.stats, RUN, { replays = 1 })
end)

test("a damaged run is reported by line and column", function()
  local run = run_of { game = "tictacdoh", games = 5 }
  local path = run.out .. "/games.csv"
  local text = read(path):gsub('",2,1,', '",3,1,')
  local out <close> = assert(io.open(path, "wb"))
  out:write(text)
  out:close()
  raises("games.csv has changed since it was written", lab.stats, run)
  raises("line 4: column 2, number: '3' where '2' should be", lab.stats, run)
  raises("line 4: column 2", lab.report, run)
  raises("line 4: column 2", lab.compare, RUN, run)
end)

-- ---- reports ---------------------------------------------------------------

test("a report is written to its run's folder or to `out`", function()
  local path = lab.report(RUN, { sample = 10, replays = 2 })
  eq(path, RUN.out .. "/report.html")
  check.has(data_of(path), '"kind":"run"')
  check.has(data_of(path), '"games":120')
  local out = new_file()
  eq(lab.report({ RUN.out, THREE }, { out = out, sample = 5 }), out)
  check.has(data_of(out), '"comparison":{"names":[') -- two runs are compared
  eq(lab.report({ RUN }, { out = out, sample = 0 }), out)
  -- The title is from run.json: the game is not opened.
  check.has(data_of(out), '"title":"Tic Tac Doh (Brian Schultze)"')
  check.has(data_of(out), '"sample":null')
end)

test("wrong arguments to lab.report are refused, and nothing is written", function()
  local out = new_file "old"
  raises("exists and is not a report of boardlab", lab.report, RUN, { out = out })
  eq(read(out), "old")
  out = new_file "<title>boardlab report</title>"
  local wanted = "argument 1 must be the folder of a run"
  raises(wanted, lab.report)
  raises(wanted, lab.report, {}, { out = out })
  raises("each folder must be the folder of a run", lab.report, { RUN, 5 }, { out = out })
  raises("not a number", lab.report, { RUN, 5 }, { out = out })
  raises("takes 1 to 1024 folders", lab.report,
    setmetatable({}, { __len = function() return -1 end }), { out = out })
  raises("takes 1 to 1024 folders", lab.report,
    setmetatable({}, { __len = function() return 1025 end }), { out = out })
  raises("it does not exist", lab.report, { RUN, "/nowhere" }, { out = out })
  raises("did you mean 'out'?", lab.report, RUN, { outt = out })
  raises("'out' must be a string, not a number", lab.report, RUN, { out = 5 })
  raises("'replays' must be from 0 to 32", lab.report, RUN, { out = out, replays = 33 })
  eq(read(out), "<title>boardlab report</title>")
  raises("could not create /nowhere/report.html", lab.report, RUN, { out = "/nowhere/report.html" })
end)

-- The maximum number of winners: their names must fit.
test("a report about a game with sixteen winners", function()
  local game = check.file [[
    local everybody = {}
    for seat = 1, 16 do everybody[seat] = seat end
    return require("boardlab").rules {
      name = "sixteen",
      options = { players = { default = 16, min = 16, max = 16, help = "players" } },
      state = { n = 1 },
      moves = function() return { 1 } end,
      play = function(s) s.n = s.n + 1 end,
      outcome = function(s) if s.n == 3 then return everybody end end,
    }
  ]]
  local run = run_of { game = game, games = 2 }
  check.has(data_of(lab.report(run)), "seats 1, 2, 3, 4, 5, 6, 7, 8, 9, "
    .. "10, 11, 12, 13, 14, 15 and 16 win in 3 plies")
end)

-- ---- comparing -------------------------------------------------------------

test("the comparison of two runs", function()
  local c = lab.compare(RUN, THREE.out)
  near(c.plies.value, THREE.plies.mean - RUN.plies.mean)
  near(c.plies.a, RUN.plies.mean)
  near(c.plies.b, THREE.plies.mean)
  near(c.seat1.value, THREE.seat[1].rate - RUN.seat[1].rate)
  check.ok(c.seat2.low <= c.seat2.value and c.seat2.value <= c.seat2.high)
  eq(c.paired, true)
  eq(c.draw.b, THREE.draws.rate)
  eq(c.forfeit.value, 0.0)
  check.ok(#c.verdict > 0 and type(c.verdict[1]) == "string")
  eq(type(c.notes), "table")
  check.ok(c.seat1.p > 0 and c.seat1.p <= c.seat1.p_holm and c.seat1.p_holm <= 1)
  check.ok(c.seat1.correlation >= -1 and c.seat1.correlation <= 1 and c.seat1.gain > 0)
  eq(c.forfeit.p, nil) -- there are no forfeits, so nothing is tested
  -- another seed: not compared game by game
  eq(lab.compare(RUN, run_of { game = "tictacdoh", games = 50, seed = 4 }).paired, false)
  -- with several, claims are adjusted for all of them
  local first, second = lab.compare(RUN, THREE.out, PLAIN)
  eq(first.seat1.p, c.seat1.p)
  check.ok(first.seat1.p_holm >= c.seat1.p_holm)
  eq(second.seat1.value, 0.0)
  -- the same games do not differ
  local same = lab.compare(RUN, PLAIN)
  eq(same.seat1.value, 0.0)
  eq(same.plies.value, 0.0)
end)

test("wrong arguments to lab.compare are refused", function()
  raises("argument 1 must be the folder of a run", lab.compare)
  raises("argument 2 must be the folder of a run", lab.compare, RUN)
  raises("argument 2 must be the folder of a run", lab.compare, RUN, 5)
  raises("it does not exist", lab.compare, RUN, "/nowhere")
  raises("it does not exist", lab.compare, "/nowhere", RUN)
  raises("argument 3 must be the folder of a run", lab.compare, RUN, THREE.out, false)
  raises("cannot be compared with itself", lab.compare, RUN, RUN.out)
  raises("cannot be compared with itself", lab.compare, RUN, THREE.out, RUN.out)
end)

-- ---- CSV -------------------------------------------------------------------

test("percent and number show estimates as the tables do", function()
  eq(lab.percent(0.5545), "55.4%")
  eq(lab.percent { rate = 0, low = 0, high = 0.0714 }, "0.0% (0.0 to 7.1)")
  eq(lab.percent { value = 0.5 }, "50.0%")
  eq(lab.number(0.25), "0.2")
  eq(lab.number({ mean = 1234.5, low = 1200, high = 1269.04 }, 0), "1,234 (1,200 to 1,269)")
  raises("expected a number, or a table with rate", lab.percent, {})
  raises("0 to 6 decimals", lab.number, 1, 7)
  raises("0 to 6 decimals", lab.number, 1, -1)
end)

test("the hash of a game is text, and tells games apart", function()
  local seen, distinct = {}, 0
  lab.read_csv(RUN.out .. "/games.csv", function(row)
    check.ok(type(row.hash) == "string" and #row.hash == 16)
    if not seen[row.hash] then distinct = distinct + 1 end
    seen[row.hash] = true
  end)
  local known = lab.stats(RUN, { sample = 0 }).run.distinct_games
  check.ok(known.low and known.low <= distinct and distinct <= known.high)
end)

-- Games of every kind: forfeits, truncated games, draws, shared wins, teams, one seat.
test("the mean of won1, won2, … is the win rate", function()
  local tired = check.file [[return { choose = function(s, me)
    if me.rng(12) == 1 then error "tired" end
    return s:random_move()
  end }]]
  local PLANS = {
    { game = "tictacdoh:small=2,medium=2,large=2", bots = { tired, "random" }, rotate = true },
    { game = "tictacdoh:players=3", bots = { tired, "random", "random" }, max_plies = 15 },
    { game = "dorix:players=4", max_plies = 60 },
    { game = "games/mnk.lua" },
    { game = "games/tricks.lua" },
  }
  local ends = {}
  for _, plan in ipairs(PLANS) do
    plan.games, plan.seed = 60, 5
    local run = run_of(plan)
    local sum = {}
    lab.read_csv(run.out .. "/games.csv", function(row)
      ends[row.outcome] = true
      for seat = 1, run.seats do
        check.ok(row["won" .. seat] == 0 or row["won" .. seat] == 1)
        sum[seat] = (sum[seat] or 0) + row["won" .. seat]
      end
    end)
    for seat, metrics in ipairs(lab.stats(run, { sample = 0 }).seat) do
      near(sum[seat] / 60, metrics.win_rate.value, plan.game)
    end
  end
  eq(ends, { win = true, draw = true, truncated = true, forfeit = true })
end)

test("moves.csv has the parts of moves, however the game runs", function()
  local describing = check.file [[return require "boardlab".variant {
    name = "describing", base = "quoridor:size=3,walls=1",
    describe = function(s, move)
      if s:text(move) == "b2" then return { kind = "centre", at = "=b2" } end
    end,
  }]]
  local run = run_of { game = describing, games = 20, moves = true }
  local kinds = {}
  lab.read_csv(run.out .. "/moves.csv", function(row)
    kinds[row.kind] = (kinds[row.kind] or 0) + 1
    if row.kind == "pawn" then eq({ row.to, row.at, row.from, row.piece }, { row.move }) end
    if row.kind == "wall" then eq(row.at .. row.orientation, row.move) end
    if row.kind == "centre" then eq({ row.move, row.at, row.to }, { "b2", "=b2" }) end
  end)
  check.ok(kinds.pawn and kinds.wall and kinds.centre)
end)

test("read_csv returns rows by column name", function()
  local path = new_file 'name,n,x\na,1,2.5\n"b, ""c""",,-3\n'
  eq(lab.read_csv(path), { { name = "a", n = 1, x = 2.5 }, { name = 'b, "c"', x = -3 } })
  eq(lab.read_csv(new_file "a,b\n"), {})
  eq(lab.read_csv(new_file ""), {})
  local games = lab.read_csv(RUN.out .. "/games.csv")
  eq(#games, 120)
  eq(games[3].number, 2)
  eq(games[3].seat1, "random")
  eq(games[3].forfeiter, nil)
  local won = 0
  for _, game in ipairs(games) do
    if game.outcome == "win" and game.winner == 1 then won = won + 1 end
  end
  eq(won, RUN.seat[1].won)
end)

test("read_csv passes rows to a function one by one", function()
  local seen = {}
  local path = new_file "n\n1\n2\n3\n4\n"
  eq(lab.read_csv(path, function(row) seen[#seen + 1] = row.n end), 4)
  eq(seen, { 1, 2, 3, 4 })
  -- only false stops reading
  eq(lab.read_csv(path, function(row) return row.n < 3 end), 3)
  eq(lab.read_csv(path, function() return nil end), 4)
  eq(lab.read_csv(path, function() return 0, false end), 4)
  -- the rest of the file is not read
  local broken = new_file 'n\n1\n2\n"3'
  eq(lab.read_csv(broken, function(row) return row.n < 2 end), 2)
  raises("line 4: the file ends here", lab.read_csv, broken)
  -- nested reading
  local inner = 0
  lab.read_csv(path, function()
    inner = inner + lab.read_csv(path, function() end)
  end)
  eq(inner, 16)
end)

test("column names may contain line breaks", function()
  eq(lab.read_csv(new_file 'a,"b\nc"\n1,2\n'), { { a = 1, ["b\nc"] = 2 } })
end)

test("an error in the row function is raised with the line of the file", function()
  local path = new_file "n\n1\n2\n"
  raises("line 3: .*: two is too many", lab.read_csv, path, function(row)
    if row.n == 2 then error "two is too many" end
  end)
  raises("line 2: (error without a message)", lab.read_csv, path, function() error("", 0) end)
  raises("line 2: nil", lab.read_csv, path, function() error() end)
  raises("line 2: as a string", lab.read_csv, path, function()
    error(setmetatable({}, { __tostring = function() return "as a string" end }))
  end)
  raises("line 2: .*: worse", lab.read_csv, path, function()
    error(setmetatable({}, { __tostring = function() error "worse" end }))
  end)
  raises("line 2", lab.read_csv, path, function()
    error(setmetatable({}, { __tostring = function() error({}) end }))
  end)
  raises("line 2: .*yield", lab.read_csv, path, function() coroutine.yield() end)
  check.ok(#lab.read_csv(path) == 2, "and afterwards all is well")
end)

test("malformed CSV and wrong arguments are refused", function()
  raises("string expected", lab.read_csv)
  raises("function expected", lab.read_csv, new_file "a\n", 5)
  raises("could not read /nowhere.csv: No such file", lab.read_csv, "/nowhere.csv")
  raises("is not a file", lab.read_csv, RUN.out)
  raises("line 3: 1 field where the first line has 2", lab.read_csv, new_file "a,b\n1,2\n3\n")
  raises("line 2: ", lab.read_csv, new_file 'a\nb"c\n')
  raises("line 2: a zero byte", lab.read_csv, new_file "a\n\0\n")
  raises("line 2: an empty line", lab.read_csv, new_file "a\n\n1\n")
  raises("line 2: the file ends here", lab.read_csv, new_file "a\n1")
end)

-- ---- plugins ---------------------------------------------------------------

test("a plan says how many games show a difference, and which differences games show", function()
  local plan = lab.plan { difference = 0.02 }
  eq(plan.seats, 19715)
  eq(plan.runs, 13928)
  eq(lab.plan { difference = 0.02, tests = 1 }.runs, 9804)
  eq(plan.paired_runs, nil)
  eq(plan.match, nil)
  local paired = lab.plan { difference = 0.02, correlation = 0.5, power = 0.9, tests = 6 }
  check.ok(paired.paired_runs < 0.51 * paired.runs, "pairing saves games")
  check.ok(paired.runs > 1.3 * plan.runs, "more power and more tests take more games")
  check.ok(lab.plan { elo = 20, pairing = -0.3 }.paired_match < lab.plan { elo = 20 }.match)
  local shown = lab.plan { games = 19715 }
  check.ok(math.abs(shown.seats - 0.02) < 1e-5, shown.seats)
  eq(lab.plan { games = 2 }.seats, math.huge)
  raises("takes one of 'difference', 'elo' and 'games'", lab.plan, {})
  raises("takes one of", lab.plan, { difference = 0.02, games = 9 })
  raises("did you mean 'draws'", lab.plan, { difference = 0.02, drawn = 0.1 })
  raises("'power' must be from", lab.plan, { difference = 0.02, power = 1 })
  raises("'difference' must be a number, not a string", lab.plan, { difference = "two" })
  raises("no difference can be as large as", lab.plan, { difference = 0.9, draws = 0.5 })
  local large = lab.plan { difference = 0.6 } -- from 50% no seat can win 60 points more
  eq(large.seats, 20)
  eq(large.runs, nil)
end)

test("plugins have none of these functions", function()
  local bot = check.file [[
    local lab = require "boardlab"
    for _, name in ipairs { "stats", "report", "compare", "read_csv", "simulate" } do
      if lab[name] ~= nil then error("a plugin has lab." .. name) end
    end
    return { name = "outside", choose = function(s) return s:moves()[1] end }
  ]]
  eq(lab.simulate({ game = "tictacdoh", games = 2, bots = bot }).forfeits.count, 0)
  local caller = check.file [[
    local lab = require "boardlab"
    return { name = "caller", choose = function() return lab.read_csv "/etc/passwd" end }
  ]]
  local run = lab.simulate { game = "tictacdoh", games = 2, bots = caller }
  eq(run.forfeits.count, 2)
  check.has(run.reason, "read_csv")
end)

for _, folder in ipairs(folders) do
  for _, name in ipairs { "games.csv", "moves.csv", "summary.csv", "run.json", "report.html" } do
    os.remove(folder .. "/" .. name)
  end
  os.remove(folder)
end
for _, path in ipairs(files) do os.remove(path) end

return check.done()

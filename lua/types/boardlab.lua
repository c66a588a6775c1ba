---@meta boardlab

-- Type annotations for lua-language-server (LuaLS): everything that scripts, bots,
-- variants and games can use. This file is never run.
--
-- To use it, add its folder to "Lua.workspace.library". lab.game(...):start() returns a
-- plain State; name the game's own class to get its accessors as well:
--
--   ---@type QuoridorState
--   local s = lab.game("quoridor"):start()
--
-- Give your own fields or vars a class, too:
--
--   ---@class PieState: QuoridorState
--   ---@field ply integer

---@alias Seat integer      # a player, numbered from 1 in turn order
---@alias Move integer      # its meaning depends on the game and the position
---@alias Cell string       # a column letter and a row number, such as "b2"
---@alias OptionValue integer|number|boolean|string
---@alias Options table<string, OptionValue>
---@alias Vars table<string, integer|integer[]|GridShape|string> # a string: that part of the last move

-- ---- the module ------------------------------------------------------------

---@class boardlab
---@field version string of boardlab, such as "0.1.0"
---@field commit string of the sources it was built from; + follows if they had been changed, and "unknown" if nobody knows
---@field pass Move the pass move, the same number in every game that has one
---@field search boardlab.search tree searches
local lab = {}

---Opens a game: "quoridor", "dorix:players=3", "variants/mine.lua:size=7".
---Raises an error if the spec is wrong.
---```lua
---local game = lab.game("quoridor", { size = 5 })    -- or lab.game "quoridor:size=5"
---print(game:spec(), game:seats())                     --> quoridor:size=5	2
---print(lab.game("variants/quoridor_pie.lua"):base())  --> quoridor
---print(pcall(lab.game, "quoridor:size=1"))
-----> false	quoridor: size=1 is not allowed (2..11); the nearest is 2
---```
---@param spec string|Game a name or a file, with the options that differ from the defaults; in scripts, a game stands for its spec
---@param options? Options further options, such as { players = 4 }
---@return Game
function lab.game(spec, options) end

---Declares a field of a position that is a board: see Grid.
---```lua
---local game = lab.rules {
---  state = { board = lab.grid { columns = 3, rows = 3, marks = ".XO" } },
---  moves = function(s) return s.board:empty() end,
---  play = function(s, cell, seat) s.board[cell] = seat end,
---  outcome = function(s, mover) return s.board:has_line(mover, 3) and mover or nil end,
---  text = function(s, cell) return s.board:name(cell) end,
---}
---print(game:start():play("b2 a1 b1 a2 b3"):winners()[1])  --> 1
---```
---@param shape GridShape its size and how it looks
---@return GridShape
function lab.grid(shape) end

---Creates a random number generator. The same seed and index give the same stream on
---every machine; in files of bots and games another one than in scripts, so that no bot
---deals itself the cards of a run.
---```lua
---local rng = lab.rng(7)
---print(rng(6), rng(6), rng(6))  --> 3	2	6
---local again = lab.rng(7)
---print(again(6), again(6), again(6))  --> 3	2	6
---print(lab.rng(7, 1)(6))              -- another stream of the same seed
-----> 4
---```
---@param seed integer any integer
---@param index? integer the number of the stream (default 0)
---@return Rng
function lab.rng(seed, index) end

---Defines a game. In a script, opens it and returns it; the file of a game returns the result.
---```lua
----- Who reaches 21 wins; a move adds 1, 2 or 3.
---local game = lab.rules {
---  state = { total = 1 },
---  moves = function() return { 1, 2, 3 } end,
---  play = function(s, move) s.total = s.total + move end,
---  outcome = function(s, mover) return s.total >= 21 and mover or nil end,
---}
---print(lab.solve(game).winner)  --> 1
---```
---@param definition RulesDefinition the rules
---@return Game
function lab.rules(definition) end

---Defines a variant of another game. In a script, opens it and returns it; the file of a variant returns
---the result.
---```lua
----- Dorix in which a pile of three wins as well.
---local game = lab.variant {
---  base = "dorix",
---  outcome = function(s, mover)
---    for _, cell in ipairs(s:controlled(mover)) do
---      if s:height(cell) >= 3 then return mover end
---    end
---  end,
---}
---print(game:start():play("a1 d4 a1 d4 a1"):winners()[1])  --> 1
---```
---@param definition VariantDefinition what differs from the base game
---@return Game
function lab.variant(definition) end

-- ---- search ----------------------------------------------------------------

---@class boardlab.search
local search = {}

---Monte Carlo tree search (UCT) with random playouts or a heuristic evaluation.
---```lua
---local s = lab.game("tictacdoh"):start():play "Lc3 Lb2"
---local best, moves = lab.search.mcts(s, { iterations = 500, rng = lab.rng(1) })
---print(s:text(best), #moves)             --> La1	38
---print(moves[1].value, moves[1].proven)  --> 1.0	true
---```
---@param state State the game must still be in progress
---@param options? MctsOptions
---@return Move best
---@return MctsMove[] moves all legal moves, best first
function search.mcts(state, options) end

---Alpha-beta search with iterative deepening; max^n for more than two sides.
---```lua
---local s = lab.game("quoridor:size=5"):start():play "c2 c4"
---local best, moves = lab.search.alphabeta(s, { depth = 3, rng = lab.rng(1) })
---print(s:text(best))                                 --> b1h
---print(lab.percent(moves[1].value), moves[1].depth)  --> 55.5%	3
---```
---@param state State the game must still be in progress
---@param options? AlphabetaOptions
---@return Move best chosen at random if several moves are equally good
---@return AlphabetaMove[] moves all legal moves, best first
function search.alphabeta(state, options) end

---The value of a position: the winning chance of the seat to move, from 0 to 1, or a
---list with the chance of each seat.
---@alias Value number|number[]

---```lua
---local s = lab.game("quoridor:size=5"):start():play "c2 c4 c3h"
---local function race(p, seat)    -- the chance of the seat to move, from the lengths of the paths
---  return 1 / (1 + math.exp(p:distance(seat) - p:distance(3 - seat)))
---end
---local function hurry(p, rng)    -- every second move of a playout is a step ahead
---  return rng(2) == 1 and p:move(p:path(p:seat())[1]) or p:random_move(rng)
---end
---local rng = lab.rng(1)
---print(s:text((lab.search.mcts(s, { iterations = 200, evaluate = race, rng = rng }))))  --> b2v
---print(s:text((lab.search.mcts(s, { iterations = 200, policy = hurry, rng = rng }))))   --> a3h
---```
---@class MctsOptions
---@field iterations? integer default 1000
---@field ms? integer time limit in milliseconds, instead of iterations; scripts only
---@field c? number exploration constant of UCT
---@field playouts? integer playouts from each new position; default 1
---@field playout_plies? integer truncate playouts after this many plies and evaluate the position; -1: never
---@field margin? boolean play for the margin as well as for the win, in games with scores
---@field bias? number weight of the evaluation in move selection (progressive bias), in visits
---@field memory? integer memory limit of the tree in MB; default 64; in plugins at most half of --memory
---@field evaluate? fun(s: State, seat: Seat): Value replaces the game's own evaluation
---@field policy? fun(s: State, rng: Rng): Move|string rollout policy; default: uniformly random moves
---@field rng? Rng default: the stream of the game being played

---```lua
---local s = lab.game("tictacdoh"):start():play "Lc3 Mb2 Sb3"
---local _, moves = lab.search.mcts(s, { iterations = 100, rng = lab.rng(1) })
---for i = 1, 3 do
---  local m = moves[i]
---  print(s:text(m.move), m.visits, lab.percent(m.value), m.proven)
---end
-----> Sd2	8	45.0%	false
-----> Sd4	8	45.0%	false
-----> Ma4	8	45.0%	false
---```
---@class MctsMove
---@field move Move
---@field visits integer how often the search chose the move
---@field value number? winning chance of the seat to move; nil if the move was not visited
---@field proven boolean the value is exact: a proven win or loss (MCTS-Solver)

---```lua
---local s = lab.game("dorix:players=3"):start():play "b2 c3 b3"
---local function piles(p)         -- the chance of each seat, from the piles that it controls
---  local n = { #p:controlled(1), #p:controlled(2), #p:controlled(3) }
---  local sum = n[1] + n[2] + n[3]
---  return { n[1] / sum, n[2] / sum, n[3] / sum }
---end
---local _, moves = lab.search.alphabeta(s, { depth = 2, all = true, evaluate = piles,
---  rng = lab.rng(1) })
---print(s:text(moves[1].move), moves[1].exact, lab.percent(moves[1].value))  --> a1	true	50.0%
---```
---@class AlphabetaOptions
---@field depth? integer search depth in plies, up to 100; default 4
---@field nodes? integer limit on the positions searched; default: no limit
---@field ms? integer time limit in milliseconds; scripts only
---@field all? boolean compute the exact value of every move, not only of the best
---@field margin? boolean play for the margin as well as for the win, in games with scores
---@field paranoid? boolean with more than two sides: assume that all others play against the seat to move
---@field table? integer size of the transposition table in MB; default 64; in plugins at most half of --memory
---@field evaluate? fun(s: State, seat: Seat): Value replaces the game's own evaluation
---@field rng? Rng breaks ties between equally good moves

---```lua
---local s = lab.game("tictacdoh"):start():play "Lc3 Lb2"
---local _, moves = lab.search.alphabeta(s, { depth = 3 })
---local m = moves[1]
---print(m.best, m.proven, m.value, m.plies)    -- a win with the next move
-----> true	true	1.0	1
---```
---@class AlphabetaMove
---@field move Move
---@field value number winning chance of the seat to move; an upper bound unless `exact`
---@field depth integer the depth to which the move was searched; 0 if the node limit was reached first
---@field plies integer? plies to a win or loss that the search has seen
---@field exact boolean whether `value` is exact at this depth
---@field proven boolean a deeper search cannot change the value
---@field best boolean no other move is better

-- ---- matches ---------------------------------------------------------------

---Defines a bot and returns its spec, as in "script.lua#NAME". Scripts only.
---```lua
---local hasty = lab.bot {
---  name = "hasty",
---  choose = function(state, me)
---    for _, move in ipairs(state:moves()) do
---      if state:after(move):won(me.seat) then return move end
---    end
---    return state:random_move()
---  end,
---}
---print(hasty)  --> script.lua#hasty
---local run = lab.simulate { game = "tictacdoh", bots = { hasty, "random" }, games = 100 }
---print(lab.percent(run.bot[1]))  --> 98.0% (93.0 to 99.4)
---```
---@param definition BotDefinition as the file of a bot returns it
---@return string spec to which options can be added: spec .. ":depth=3"
function lab.bot(definition) end

---Plays games between bots and returns each result. Scripts only.
---```lua
---local results = lab.match("quoridor:size=5", { "bots/walls.lua", "random" }, 1, 20)
---local won = 0
---for _, result in ipairs(results) do
---  if result.winners[1] == 1 then won = won + 1 end
---end
---print(#results, won, results[1].plies)  --> 20	20	11
---```
---@param game Game|string a game, or its spec
---@param bots string[] one spec for each seat, or one for all seats
---@param seed? integer default 1
---@param games? integer number of games; default 1
---@return MatchResult[]
function lab.match(game, bots, seed, games) end

---The result of one game between bots.
---@class MatchResult
---@field outcome "win"|"draw"|"truncated"|"forfeit" "truncated": stopped at the ply limit
---@field winners Seat[] empty after a draw or a truncated game
---@field score number[]? the points of each seat in the last position, in games that have scores
---@field plies integer length of the game
---@field passes integer how many of the plies were passes
---@field forfeiter Seat? the seat whose bot failed
---@field reason string? why it failed
---@field trace string? the functions that were running, and the moves before, in several lines

-- ---- runs ------------------------------------------------------------------

---Plays many games between bots on all cores; with `out`, writes CSV files. The same
---game, bots, seed and number of games give the same results and the same bytes.
---Scripts only.
---```lua
---local run = lab.simulate {
---  game = "tictacdoh",
---  bots = { "bots/montecarlo.lua:playouts=1", "random" },
---  rotate = true,                           -- each bot plays each seat
---  games = 200,
---}
---print(lab.percent(run.bot[1]))                             --> 69.5% (62.8 to 75.5)
---print(run.seat[1].won, run.draws.count, run.plies.median)  --> 107	0	8
---```
---@param plan RunPlan what to play
---@return RunResult
function lab.simulate(plan) end

---Plays a round robin: every bot meets every other in every seat. `games` is the number
---of games per seating (default 100).
---```lua
---local result = lab.tournament {
---  game = "quoridor:size=5",
---  bots = { "random", "bots/runner.lua", "bots/walls.lua" },
---  games = 10,
---}
---for rank, entry in ipairs(result.ratings) do print(rank, entry.bot, entry.score) end
-----> 1	bots/walls.lua	1.0
-----> 2	bots/runner.lua	0.5
-----> 3	random	0.0
---```
---@param plan RunPlan `bots` names two or more; `rotate` and `stop_when` are not allowed
---@return TournamentResult
function lab.tournament(plan) end

---Plays one run for each combination of option values, all with the same seed.
---```lua
---local sweep = lab.sweep { game = "quoridor:size=5", vary = "walls=2..6/2", games = 100 }
---for _, run in ipairs(sweep) do print(run.run, run.plies.median) end
-----> walls=2	36
-----> walls=4	59
-----> walls=6	56
---print(sweep.verdict[1])
-----> With walls up by 2, games are 10.8 (2.9 to 18.3) plies longer (p = 0.039).
---```
---@param plan SweepPlan what to play, and which options to vary
---@return SweepResults
function lab.sweep(plan) end

---Doubles a bot's budget level by level. At each level the bot plays itself, and plays
---the level below from every seat. Every run has a seed of its own, derived from `seed`.
---```lua
---local ladder = lab.ladder { game = "tictacdoh", bot = "bots/montecarlo.lua", double = "playouts=1",
---  levels = 3, games = 20 }
---for _, level in ipairs(ladder) do
---  print(level.bot, level.against and level.against.won.rate)
---end
-----> bots/montecarlo.lua:playouts=1	nil
-----> bots/montecarlo.lua:playouts=2	0.6
-----> bots/montecarlo.lua:playouts=4	0.8
---```
---@param plan LadderPlan the bot, and the option to double
---@return LadderLevel[] the levels that were played, weakest first
function lab.ladder(plan) end

-- ---- results ---------------------------------------------------------------

---Computes every metric of a run, with 95% intervals: stats.run.balance,
---stats.seat[1].win_rate, stats.cell.b2.rate, stats.ply[3].branching_mean. The metrics of
---the scopes complexity, ply, cell, kind, opening, tension and lead come from a sample: the first games of
---the run, whose moves are read from moves.csv or, if it does not have them, played again. analysis/README.md defines
---all metrics.
---```lua
---lab.simulate { game = "tictacdoh", games = 200, out = "usual" }
---local stats = lab.stats("usual", { sample = 50 })
---print(lab.percent(stats.run.balance))           --> 96.5% (82.9 to 100.0)
---print(lab.percent(stats.seat[1].win_rate))      --> 49.5% (42.6 to 56.4)
---print(lab.number(stats.ply[2].branching_mean))  --> 25.4 (25.3 to 25.6)
---```
---@param folder string|RunResult a run that was written to a folder
---@param options? StatsOptions
---@return Stats
function lab.stats(folder, options) end

---Writes an HTML report about runs, tournaments, sweeps and ladders. Several runs of a game are
---compared in it, as by `lab.compare`.
---```lua
---local usual = lab.simulate { game = "tictacdoh", games = 100, out = "usual" }
---local small = lab.simulate { game = "tictacdoh:small=2", games = 100, out = "small" }
---print(lab.report(usual))                                    --> usual/report.html
---print(lab.report({ usual, small }, { out = "both.html" }))  --> both.html
---```
---@param folders string|RunResult|(string|RunResult)[] one run or more, written to folders
---@param options? ReportOptions
---@return string # the path of the report
function lab.report(folders, options) end

---Compares two runs: comparison.seat1, .gap, .draw, .plies and so on are the second
---run's values minus the first's. Runs of a game with the same seed are compared game by
---game. With more runs, compares the first with each of the others and returns as many
---comparisons; their claims are adjusted for all of them.
---```lua
---local usual = lab.simulate { game = "tictacdoh", games = 2000, out = "usual" }
---local small = lab.simulate { game = "tictacdoh:small=2", games = 2000, out = "small" }
---local c = lab.compare(usual, small)
---print(c.paired, lab.percent(c.draw.a), lab.percent(c.draw.b))  --> true	4.0%	9.4%
---print(c.draw.p_holm < 0.05, #c.verdict)                        --> true	4
---```
---@param first string|RunResult a run that was written to a folder
---@param second string|RunResult another
---@param ... string|RunResult further runs
---@return Comparison ...
function lab.compare(first, second, ...) end

---```lua
----- How many games show that a rule makes the first seat win 53% instead of 50%, 9 times out of 10?
---local plan = lab.plan { difference = 0.03, power = 0.9, correlation = 0.3 }
---print(plan.runs, plan.paired_runs)    -- of each rule; with the same seed fewer are enough
-----> 7921	5545
---```
---@class PlanOptions
---@field difference? number between two win rates, from 0 to 1: how many games show it?
---@field elo? number between two bots: how many games show it?
---@field games? integer which differences do so many games show?
---@field power? number how often the experiment shows a true difference of that size; default 0.8
---@field draws? number share of games that are drawn; default 0
---@field rate? number win rate of the seat in the first of two runs; default: half of the games that are not drawn
---@field correlation? number of games with the same number in two runs with the same seed
---@field pairing? number correlation of the two games of a pair
---@field tests? integer number of tests that claims are adjusted for; default: 1, and between two runs as many as compare makes

---Numbers of games, of each run if there are two; or the smallest differences (math.huge: none).
---@class PlanResult
---@field seats number? one run: between the win rates of two seats
---@field runs number? two runs with different seeds: in the win rate of a seat
---@field paired_runs number? two runs with the same seed; needs `correlation`
---@field match number? two bots
---@field paired_match number? two bots in pairs of games; needs `pairing`

---How many games show a difference, and which differences a number of games shows: see
---boardlab plan. Takes one of difference, elo and games.
---```lua
---local plan = lab.plan { difference = 0.02, draws = 0.1 }    -- 2 points between win rates
---print(plan.seats, plan.runs)                             --> 17753	14500
---print(lab.plan({ elo = 20 }).match)                      --> 2367
---print(lab.number(lab.plan({ games = 10000 }).seats, 3))  --> 0.028
---```
---@param options PlanOptions the question, and what is assumed of the games
---@return PlanResult
function lab.plan(options) end

---Returns a rate in percent, as all of boardlab's output shows it. An estimate, such as
---run.seat[1], has its interval with it.
---```lua
---print(lab.percent(0.554))  --> 55.4%
---local run = lab.simulate { game = "orbital", games = 500 }
---print(lab.percent(run.seat[1]))  --> 54.6% (50.2 to 58.9)
---```
---@param rate number|Rate|Estimate|Metric from 0 to 1, or an estimate of such a number
---@return string
function lab.percent(rate) end

---Returns a number, or an estimate with its interval, as all of boardlab's output shows it.
---For rates there is lab.percent.
---```lua
---print(lab.number(13.94), lab.number(13.94, 2))  --> 13.9	13.94
---local run = lab.simulate { game = "orbital", games = 500 }
---print(lab.number(run.plies))  --> 26.0 (25.6 to 26.4)
---```
---@param number number|Lengths|Estimate|Metric a number, or an estimate of one
---@param decimals? integer 0 to 6; default 1
---@return string
function lab.number(number, decimals) end

---Returns a rating, a difference or a bonus of the standings of a run, in Elo with its interval; "at least +317" or
---"at most -317" if the points set only one bound, "unknown" if none.
---```lua
---local result = lab.tournament {
---  game = "orbital", bots = { "bots/onestep.lua", "random" }, games = 100,
---}
---print(result.ratings[1].bot, lab.elo(result.ratings[1]))  --> bots/onestep.lua	+57 (+32 to +83)
---print(lab.elo(result.pairs[1]))           -- how much stronger it is
-----> +115 (+63 to +166)
---print(lab.elo(result.seat_ratings[1]))    -- how much the first seat helps
-----> +37 (-15 to +88)
---```
---@param rating Rated|BotPair|SeatBonus an entry of `ratings`, `seat_ratings`, `pairs` or `interaction`
---@return string
function lab.elo(rating) end

---Reads a CSV file. Each row is a table with the column names as keys; numeric fields
---become numbers, empty fields nil. With a function, passes the rows to it one by one,
---for files of any size; if it returns false, reading stops.
---```lua
---lab.simulate { game = "tictacdoh", games = 100, out = "usual" }
---local games = lab.read_csv "usual/games.csv"
---print(#games, games[1].winner, games[1].plies)  --> 100	2	12
---local longest = 0
---lab.read_csv("usual/games.csv", function(row) longest = math.max(longest, row.plies) end)
---print(longest)  --> 15
---```
---@param path string such as "myrun/games.csv"
---@param each? fun(row: table<string, string|number>): boolean?
---@return table<string, string|number>[]|integer # the rows; with a function, their number
function lab.read_csv(path, each) end

---```lua
---local run = lab.simulate { game = "quoridor:size=5", games = 100, out = "games" }
---local stats = lab.stats(run, { sample = 20, tension = true, oracle = "eval" })
---print(lab.percent(stats.kind.pawn.rate))            --> 93.7% (78.5 to 98.6)
---print(lab.number(stats.tension.eval.lead_changes))  --> 17.8 (10.3 to 25.3)
---```
---@class StatsOptions
---@field sample? integer number of games to replay move by move; default 1000, 0 for none
---@field tension? boolean measure who leads in each position of the sample
---@field oracle? string who judges that: "eval" (the default), "playouts=N" (if all bots are random, 200) or "mcts:iterations=N"
---@field jobs? integer threads

---```lua
---local run = lab.simulate { game = "orbital", games = 50, out = "games" }
---print(lab.report(run, { out = "short.html", sample = 10, replays = 2 }))  --> short.html
---```
---@class ReportOptions: StatsOptions
---@field out? string path of the report, which replaces no file but a report; default: report.html in the folder or, for several, here
---@field replays? integer games of each run to include, at most 32; default 8

---@class Metric
---@field value number? nil if there was nothing to measure
---@field low number? lower end of the 95% interval, if there is one
---@field high number? upper end
---@field n integer the number of games behind the value

---Metrics by scope, key and name. The scopes run and complexity have no keys.
---@class Stats
---@field run table<string, Metric>
---@field seat table<Seat, table<string, Metric>>
---@field side table<string, table<string, Metric>>? only for games with teams
---@field bot table<string, table<string, Metric>>
---@field length table<integer, table<string, Metric>> by number of plies
---@field complexity table<string, Metric>?
---@field ply table<integer, table<string, Metric>>?
---@field cell table<string, table<string, Metric>>? by cell, and `all`
---@field kind table<string, table<string, Metric>>?
---@field opening table<string, table<string, Metric>>? by first move, and `all`
---@field tension table<string, table<string, Metric>>? by oracle, such as stats.tension.eval.drama
---@field lead table<integer, table<string, Metric>>? by ply

---@class Difference: Metric
---@field a number the first run's value
---@field b number the second run's value
---@field p number? that there is no difference; nil if nothing is tested
---@field p_holm number? adjusted for all tests (Holm); sentences claim what is below 0.05
---@field correlation number? between the runs in the same game, if they are paired
---@field gain number? how many times the games unpaired runs would need

---@class Comparison
---@field seat1 Difference seat1, seat2, … for all seats that both runs have
---@field gap Difference the largest difference between two sides' win rates, over decided games
---@field draw Difference share of games that are drawn
---@field truncated Difference share of games stopped at the ply limit
---@field forfeit Difference share of games in which a bot failed
---@field plies Difference mean length of a game
---@field paired boolean whether the runs were compared game by game
---@field verdict string[] the findings, as sentences
---@field notes string[] what to bear in mind, as sentences

---Searches for the option values that come closest to the goals. It drops the candidates
---that surely miss a goal and, after each round, those that another one beats with
---confidence; the others play on.
---```lua
---local tuned = lab.tune {
---  game = "quoridor:size=3",
---  vary = "walls=0..3",
---  goals = { "seat1=45..60%", "plies=10..18" },
---}
---for _, entry in ipairs(tuned.pareto_front) do print(entry.name, entry.goals.plies.distance) end
-----> walls=2	0.0
-----> walls=3	0.0
---```
---@param plan TunePlan the options to vary, and the goals
---@return TuneResult
function lab.tune(plan) end

---Solves a game: the exact value of the first position and of each move under perfect
---play, and a line of best moves. Scripts only.
---```lua
---local solved = lab.solve "quoridor:size=3"
---print(solved.value, solved.winner, solved.plies)                     --> loss	2	8
---print(table.concat(solved.line, " "))                                --> c1 b2 a1h a2h b1 c2 c1 b1
---print(lab.solve("dorix:size=3", { within = 13 }).winner)             --> 1
---print(lab.percent(lab.solve("games/dice_race.lua:pawns=1").win[1]))  --> 57.3%
---```
---@param game Game|string a game, or its spec
---@param options? SolveOptions
---@return SolveResult|ChanceResult? result nil if the game needs too much memory or cannot be solved
---@return string? message the reason
function lab.solve(game, options) end

---```lua
---local solved = lab.solve("games/mnk.lua", { play = "a1 b1" })
---print(solved.value, solved.plies)                                --> win	5
---print(lab.solve("games/nim.lua", { set = "heap=1,2,3" }).value)  --> loss
---print((lab.solve("dorix", { memory = 1 })))    -- too large for a megabyte; the reason comes second
-----> nil
---```
---@class SolveOptions
---@field memory? integer memory limit of the table in MB; default 1024
---@field quick? boolean only find out who wins; `plies` is then an upper bound
---@field within? integer only look for a win that can be forced in this many plies; the result has no `moves`
---@field plain? boolean do not merge symmetric positions
---@field set? string edits the first position, as in "seat=2 b2=112"
---@field play? string moves to play from there, as in "e2 e8 e3h"

---@class SolvedMove
---@field move string in the game's notation
---@field value "win"|"draw"|"loss" for the seat to move
---@field plies integer? plies to the end, including this move; nil for a draw

---A move in a game of chance, or a roll.
---@class ChanceMove
---@field move string in the game's notation
---@field probability number? of a roll
---@field win number[] how likely each seat wins after it
---@field draw number how likely a draw is

---The result for a game of chance.
---@class ChanceResult
---@field win number[] how likely each seat wins if all play perfectly
---@field draw number how likely a draw is
---@field positions integer number of positions solved
---@field moves ChanceMove[] best first; rolls in their order

---@class SolveResult
---@field value "win"|"draw"|"loss"|"open" for the seat to move; "open": no win can be forced within that many plies
---@field winner Seat? the first seat of the winning side
---@field plies integer? plies to the end, if somebody wins
---@field positions integer number of positions solved
---@field moves SolvedMove[] best first
---@field line string[] best moves to the end
---@field endless boolean whether the line ends in a repetition

---What to play.
---```lua
---local deadline = os.time() + 60
---local run = lab.simulate {
---  game = "quoridor:size=5",
---  bots = { "alphabeta:depth=2", "alphabeta:depth=1" },
---  rotate = true,
---  pairs = true,                 -- the same opening, seats swapped
---  opening = 4,                  -- four random plies
---  sprt = "elo0=0,elo1=30",      -- stop once it is decided which bot is stronger,
---  progress = function() return os.time() < deadline end,    -- or after a minute
---}
---print(run.match.sprt.decision, run.games)  --> H1	300
---```
---@class RunPlan
---@field game Game|string what is played: a game or its spec
---@field bots? string|string[] one spec for each seat, or one for all seats; default random
---@field rotate? boolean give every bot every seat equally often
---@field games? integer default 1000, or 1000000 with `stop_when` or `sprt`, rounded up to whole rounds of seatings
---@field stop_when? string stop once a rate or the margin is known to this precision: "seat1=1%", "draw=0.5%", "margin=0.5"
---@field pairs? boolean play the games in pairs: the same opening, seats swapped; not in a sweep
---@field opening? integer play this many plies at random at the start of each game; default 0; not in a sweep
---@field sprt? string stop once a sequential test between two bots has decided: "elo0=0,elo1=20"; not in a sweep
---@field seed? integer default 1
---@field max_plies? integer ply limit: longer games are truncated; default: the game's own limit
---@field jobs? integer threads; default one per core
---@field out? string a new folder for the CSV files
---@field moves? boolean keep the moves of all games in moves.csv, not only of the first
---@field resume? boolean continue the run in `out`, if there is one
---@field verify? integer play this many games again in other processes and raise an error if one differs; not in a sweep
---@field shard? string play only a part of the run: "3/16"
---@field progress? fun(done: integer, games: integer): boolean? called about ten times a second; return false to stop

---```lua
---local sweep = lab.sweep {
---  game = "tictacdoh",
---  vary = { "small=2..4/2", "large=3,5" },    -- 2 and 4, with 3 and 5
---  games = 50,
---}
---for _, run in ipairs(sweep) do print(run.run, run.values.small, run.draws.count) end
-----> small=2,large=3	2	19
-----> small=2,large=5	2	4
-----> small=4,large=3	4	13
-----> small=4,large=5	4	3
---```
---@class SweepPlan: RunPlan
---@field vary string|string[] such as { "walls=4..12", "size=5,7,9" }

---```lua
---local deadline = os.time() + 60
---local ladder = lab.ladder {
---  game = "quoridor:size=5",
---  bot = "mcts",
---  double = "iterations=5",    -- 5, 10 and 20
---  levels = 3,
---  games = 20,
---  progress = function() return os.time() < deadline end,    -- stop after a minute
---}
---print(#ladder, ladder[3].value, lab.percent(ladder[3].against.won))  --> 3	20	90.0% (69.9 to 97.2)
---```
---@class LadderPlan
---@field game Game|string what is played: a game or its spec
---@field bot string a spec without the option that is doubled
---@field double string the option and its first value: "rounds=10"
---@field levels? integer default 5
---@field games? integer per run, default 200; against the level below, rounded up to a multiple of the seats
---@field seed? integer default 1
---@field max_plies? integer ply limit: longer games are truncated; default: the game's own limit
---@field jobs? integer threads; default one per core
---@field out? string a new folder for the CSV files
---@field moves? boolean keep the moves of all games in moves.csv, not only of the first
---@field resume? boolean continue the ladder in `out`, if there is one; levels and games may be increased
---@field progress? fun(done: integer, games: integer): boolean? called about ten times a second; return false to stop

---Goals, and the option values to try.
---```lua
---local deadline = os.time() + 60
---local tuned = lab.tune {
---  game = "quoridor:size=3",
---  vary = "walls=0..3",
---  goals = "seat1=35..60%",
---  levels = { "random", "mcts:iterations=20" },    -- the goal is to be met with both
---  each = 400,                                      -- games of a candidate with one of them
---  progress = function() return os.time() < deadline end,    -- stop after a minute
---}
---print(tuned.candidates[1].name, tuned.complete)  --> walls=0	true
---```
---@class TunePlan
---@field game Game|string what is played: a game or its spec, with the options that do not vary
---@field vary string|string[] such as { "walls=4..12", "size=5,7,9" }
---@field goals string|string[] such as { "seat1=50%", "plies=35..45" }; also draw, truncated, forfeit, balance, branching, margin
---@field bots? string|string[] one spec for each seat, or one for all seats; default random
---@field rotate? boolean give every bot every seat equally often
---@field levels? string|string[] instead of `bots`: bots that each play all seats; the goals must be met with every one of them
---@field opening? integer play the first plies of each game at random
---@field games? integer limit for all candidates together; default 1000000
---@field first? integer games per candidate and level in the first round; default 200
---@field each? integer limit for one candidate at one level; default 50000
---@field seed? integer default 1
---@field max_plies? integer ply limit: longer games are truncated; default: the game's own limit
---@field jobs? integer threads; default one per core
---@field out? string a new folder for tune.csv and tune.json
---@field resume? boolean continue the tuning in `out`, if there is one; `games` and `each` may be increased
---@field progress? fun(done: integer, games: integer): boolean? called about ten times a second; return false to stop

---A proportion of games with its 95% interval.
---@class Rate
---@field rate number from 0 to 1
---@field low number lower end of the interval
---@field high number upper end

---@class CountedRate: Rate
---@field count integer number of these games

---@class SeatRate: Rate
---@field won integer games; a forfeit is not a win

---@class BotRate: Rate
---@field bot string its spec
---@field games integer a game in which the bot plays two sides counts twice
---@field won integer games
---@field lost integer games
---@field drawn integer games
---@field truncated integer games stopped at the ply limit
---@field forfeits integer by this bot
---@field nodes number positions searched per game

---Game length in plies. Games that were truncated or forfeited would have gone on, so a quantile
---may be beyond all that is known: it is then math.huge.
---@class Lengths
---@field mean number in plies
---@field low number? of the mean's 95% interval; nil for a single game, or if all are equally long
---@field high number? upper end of the interval
---@field sd number standard deviation
---@field limit integer? longer games count as this long in `mean` and `sd`; nil if the longest one came to its end
---@field min integer the shortest game as it was played
---@field p5 integer|number 5% of the games are at most this long
---@field median integer|number half of the games are at most this long
---@field p95 integer|number 95% of the games are at most this long
---@field max integer the longest game as it was played

---@class RunResult
---@field game string its spec
---@field seats integer number of seats
---@field games integer number of games played
---@field complete boolean false if the run was stopped
---@field out string? the folder of its files, if the plan has `out`
---@field seat SeatRate[] by seat
---@field bot BotRate[] by bot, in the order of the plan
---@field draws CountedRate games that are drawn
---@field truncated CountedRate games stopped at the ply limit
---@field forfeits CountedRate games in which a bot failed
---@field plies Lengths how long games are
---@field scores number[]? the mean score of each seat, in games that have scores
---@field margin { mean: number, low: number?, high: number?, sd: number }? of the first side: its score minus the best of the others
---@field passes number per game
---@field branching { mean: number, max: integer } legal moves per position
---@field reason string? the reason of the first forfeit
---@field trace string? where it happened: the functions that were running, and the moves before, in several lines
---@field verified integer? number of games played again, if the plan has `verify`
---@field match Match? of two bots, if the plan has `pairs` or `sprt`

---A match between two bots: the points of the first against the second.
---@class Match
---@field score number points per game, from 0 to 1
---@field low number its 95% interval; with `sprt`, an anytime-valid one
---@field high number upper end
---@field elo number the score on the logistic scale
---@field elo_low number its 95% interval
---@field elo_high number upper end
---@field pairs integer[]? pairs of games in which the first bot has 0, 1/2, 1, 3/2 and 2 points
---@field games integer[]? without pairs: games in which it has 0, 1/2 and 1
---@field correlation number? between the points of the two games of a pair
---@field sprt Sprt? the test, if the plan has one

---@class Sprt
---@field decision string? "H0" or "H1", the hypothesis that is accepted; nil if neither is yet
---@field llr number log-likelihood ratio of H1 to H0
---@field lower number H0 is accepted there
---@field upper number H1 is accepted there
---@field elo0 number difference under H0
---@field elo1 number difference under H1
---@field alpha number how often H1 may be accepted if H0 is true
---@field beta number how often H0 may be accepted if H1 is true

---@class Score
---@field score number? share of the points, from 0 to 1: a draw is shared, a truncated game gives none; nil without points
---@field games integer
---@field won integer games
---@field lost integer games
---@field drawn integer games
---@field truncated integer games stopped at the ply limit
---@field forfeits integer by this bot or seat
---@field walkovers integer games that others forfeited
---@field nodes number positions searched per game

---A rating in Elo with its 95% interval. Of a bot it is relative to the mean of the largest group of bots between whom
---the points set bounds. Who won everything has `rating` and `high` `math.huge`, and `low` is a one-sided 95% bound;
---likewise who lost everything. A field that is not known is nil.
---@class Rated: Score
---@field rating number? in Elo
---@field low number? lower end of the interval
---@field high number? upper end

---@class RatedBot: Rated
---@field bot string its spec

---@class RatedSeat: Rated
---@field seat string "1", or "1+3" for a team

---@class CrossScore: Score
---@field bot string its spec
---@field seat string where it sat: "1", or "1+3" for a team
---@field opponent string the spec of the other bot

---Two bots compared.
---@class BotPair
---@field bot string the spec of the one with the higher rating
---@field opponent string the spec of the other
---@field difference number? how many Elo `bot` is stronger, with its 95% interval; as in `Rated`
---@field low number? lower end of the interval
---@field high number? upper end
---@field p number? two-sided p-value of the exchange test; nil with `sprt`, for which it does not allow
---@field p_holm number? the same, adjusted for all pairs (Holm)
---@field los number? likelihood of superiority: that `bot` is stronger; nil with `sprt`

---How many Elo more a seat helps a bot than the average bot, with its 95% interval.
---@class SeatBonus
---@field bot string its spec
---@field seat string "1", or "1+3" for a team
---@field bonus number? in Elo
---@field low number? lower end of the interval
---@field high number? upper end

---Whether seats help some bots more than others: a list of bonuses, and their test.
---@class Interaction: SeatBonus[]
---@field chi_square number test statistic that all bonuses are 0
---@field p number p-value of that test
---@field freedom integer its degrees of freedom

---@class Standings
---@field ratings RatedBot[] best first
---@field seat_ratings RatedSeat[] the advantage of each seat against the average other seat, adjusted for the bots' strength
---@field pairs BotPair[] every two bots, in the order of the ratings
---@field interaction Interaction? nil if there are only two bots with two sides, or too many
---@field crosstable CrossScore[] every bot in every seat against every other

---@class TournamentResult: RunResult, Standings

---@class SweepResult: RunResult
---@field run string its folder in `out`: "walls=4,size=5"
---@field values Options the varied options

---What the runs of a sweep show together; analysis/README.md has the details (sweep_trends.csv).
---@class Trend
---@field kind "step"|"difference"|"departure"|"fairest"
---@field metric "first_player_advantage"|"draw_rate"|"undecided_rate"|"plies_mean"|"gap"
---@field option string? of a step or a difference
---@field step number? the smallest difference between two values of the option
---@field value string? of the option, in a difference; the name of the fairest run
---@field base string? the value it is compared with
---@field change number? of the metric for a step, or from base to value; the gap of the fairest run
---@field low number? of the change's 95% interval, which is not adjusted
---@field high number? upper end
---@field p number? nil if there was nothing to test
---@field p_holm number? adjusted for the number of tests (Holm)
---@field shown boolean whether p_holm is below 0.05

---@class SweepResults
---@field [integer] SweepResult the runs
---@field trends Trend[] how the metrics depend on the options
---@field verdict string[] what the trends show, in sentences

---A value with its 95% interval.
---@class Estimate
---@field value number
---@field low number lower end of the interval
---@field high number upper end

---The stronger bot against the level below.
---@class LadderAgainst
---@field below integer the option's value on the level below
---@field games integer games between the two
---@field won Rate share of all games won by the stronger
---@field drawn Rate share of all games
---@field undecided Rate share of all games: truncated or forfeited
---@field score Estimate? the stronger's share of the points: draws are shared, forfeits lose, truncated games do not count

---@class LadderLevel
---@field value integer of the option
---@field bot string its spec on this level
---@field games integer between equals; the metrics up to `margin` are theirs
---@field complete boolean false if one of the level's runs was stopped
---@field seat Rate[] win rate of each seat
---@field draws Rate games that are drawn
---@field truncated Rate games stopped at the ply limit
---@field forfeits Rate games in which a bot failed
---@field undecided Rate games without a result: truncated or forfeited
---@field decided integer number of games with a result: won or drawn
---@field balance Estimate? 1 minus the largest difference between two sides' win rates in decided games; nil without them
---@field p number? p-value of the test that all sides win equally often
---@field p_holm number? the same, adjusted for the number of levels (Holm)
---@field plies { mean: number, low: number?, high: number? } a single game has no interval
---@field margin { mean: number, low: number?, high: number? }? of the first side in decided games; nil in games without scores
---@field against LadderAgainst? nil on the first level, and while no games have been played

---A candidate's value for one goal. The intervals are anytime-valid confidence
---sequences: with 95% confidence all of them hold at once, after every round, for all
---candidates, levels and goals.
---@class GoalValue
---@field value number? nil for the balance if no game has a result
---@field low number? nil if there are too few games
---@field high number? upper end of the interval
---@field distance number from the goal, 0 if it is met; games without a result count as badly as they could have gone

---A candidate's games at one level of play.
---@class CandidateLevel
---@field bots string the spec of its bot; of several, separated by spaces, if they were seated one by one
---@field games integer games played at this level
---@field undecided_rate number? share of the games without a result: truncated or forfeited
---@field goals table<string, GoalValue> by name: "seat1"

---@class Candidate
---@field name string "walls=4,size=5"
---@field game string its spec
---@field values Options the varied options
---@field games integer games played at all levels; if 0, nothing is known about the candidate
---@field undecided_rate number? share of its games without a result, truncated or forfeited, at the level with most of them
---@field pareto boolean on the Pareto front: no other candidate appears better in all goals
---@field dropped integer? the round in which it was dropped
---@field misses string? the goal it was dropped for, which it surely misses; nil if it was not, or another candidate beats it
---@field goals table<string, GoalValue> by name, "seat1", each at the level that is farthest from it
---@field levels CandidateLevel[] its games at each level of play

---@class TuneResult
---@field rounds integer how many rounds were played
---@field games integer of all candidates together
---@field complete boolean false if it was stopped
---@field out string? the folder of its files, if the plan has `out`
---@field pareto_front Candidate[] those closest to all goals first
---@field candidates Candidate[] all candidates, the Pareto front first

-- ---- games -----------------------------------------------------------------

---A game with its options fixed. tostring returns its spec.
---@class Game
local Game = {}

---Returns the first position. If the game has a random start, rng decides it; without
---rng it is always the same.
---```lua
---local s = lab.game("quoridor:size=5"):start()
---print(s:seat(), s:pawn(1), s:pawn(2))  --> 1	c1	c5
---local game = lab.game "games/tricks.lua"    -- the cards are dealt at random
---print(game:start():key() == game:start():key())                      --> true
---print(game:start(lab.rng(1)):key() == game:start(lab.rng(2)):key())  --> false
---```
---@param rng? Rng for a random start
---@return State
function Game:start(rng) end

---Returns the shortest spec of this game.
---```lua
---print(lab.game("quoridor", { size = 5, players = 2 }):spec())  --> quoridor:size=5
---print(lab.game("games/mnk.lua:m=4,n=3"):spec())                --> games/mnk.lua:m=4
---```
---@return string
function Game:spec() end

---Returns the name of the game, without options.
---```lua
---print(lab.game("quoridor:size=5"):name())    --> quoridor
---print(lab.game("games/mnk.lua:m=4"):name())  --> mnk
---```
---@return string
function Game:name() end

---Returns the name of the game that a stack of variants is based on: a native one, or one in Lua.
---```lua
---print(lab.game("quoridor:size=5"):native())            --> quoridor
---print(lab.game("variants/quoridor_pie.lua"):native())  --> quoridor
---print(lab.game("games/mnk.lua"):native())              --> mnk
---```
---@return string
function Game:native() end

---Returns the spec of the game that a variant changes.
---```lua
---print(lab.game("variants/quoridor_walled.lua"):base())  --> quoridor
---print(lab.game("quoridor"):base())                      --> nil
---```
---@return string? spec nil if the game is not a variant, or one that sets nothing but options
function Game:base() end

---Returns the number of seats.
---```lua
---print(lab.game("dorix:players=3"):seats())  --> 3
---```
---@return integer
function Game:seats() end

---Returns the number of sides, which win or lose together: seats, or teams of seats.
---```lua
---print(lab.game("quoridor:players=4"):sides())  --> 4
---print(lab.game("dorix:players=4"):sides())    -- two teams
-----> 2
---```
---@return integer
function Game:sides() end

---Returns the seats on the same side as a seat, including itself.
---```lua
---local game = lab.game "dorix:players=4"
---print(table.concat(game:team(1), " "), table.concat(game:team(2), " "))  --> 1 3	2 4
---```
---@param seat Seat
---@return Seat[]
function Game:team(seat) end

---Returns the value of an option. Raises an error if the game has no such option.
---```lua
---local game = lab.game "quoridor:size=5"
---print(game:option "size", game:option "walls")    -- walls: the default
-----> 5	3
---```
---@param name string such as "size"
---@return OptionValue
function Game:option(name) end

---Returns all options by name.
---```lua
---local options = lab.game("games/kalah.lua:seeds=3"):options()
---print(options.houses, options.seeds, options.empty_capture)  --> 6	3	false
---```
---@return Options
function Game:options() end

---Returns the ply limit, at which matches and playouts stop.
---```lua
---print(lab.game("orbital"):max_plies())        --> 96
---print(lab.game("games/mnk.lua"):max_plies())  --> 1000
---```
---@return integer
function Game:max_plies() end

---Returns the game's descriptions.
---```lua
---local texts = lab.game("games/nim.lua"):about()
---print(texts.title)  --> Nim
---print(texts.keys)   --> heap (3 integers, separated by commas)
---```
---@return GameTexts
function Game:about() end

---@class GameTexts
---@field title string its name, and often its author
---@field summary string one line
---@field rules string rules and notation for a player
---@field keys string what State:set can change

-- ---- positions -------------------------------------------------------------

---A position. tostring draws it.
---@class State
local State = {}

---Returns the seat to move; 0 where nature moves, in games with dice or cards.
---```lua
---local s = lab.game("tictacdoh"):start()
---print(s:seat(), s:after("Lc3"):seat())  --> 1	2
---print(s:after("Lc3"):after("Lb2"):after("La1"):seat())    -- the game is over
-----> nil
---```
---@return Seat? seat nil when the game is over
function State:seat() end

---Returns for whom nature rolls: the seat whose turn follows. There, State:seat is 0.
---```lua
---local s = lab.game("games/dice_race.lua"):start()
---print(s:seat(), s:rolls_for())    -- nature rolls the die for seat 1
-----> 0	1
---s:play "3"
---print(s:seat(), s:rolls_for())  --> 1	nil
---```
---@return Seat? seat nil where a seat moves
function State:rolls_for() end

---Returns all legal moves; an empty list when the game is over.
---```lua
---local s = lab.game("games/nim.lua:heaps=2"):start()
---for _, move in ipairs(s:moves()) do print(s:text(move)) end
-----> 1-1
-----> 1-2
-----> 2-1
-----> 2-2
-----> 2-3
-----> 2-4
---local list = {}
---print(s:moves(list) == list, #list)    -- no new table
-----> true	6
---```
---@param into? Move[] a list to use instead of a new one; what it contained is lost
---@return Move[]
function State:moves(into) end

---Returns the number of legal moves. Often faster than listing them.
---```lua
---local s = lab.game("quoridor"):start()
---print(s:count())  --> 131
---```
---@return integer
function State:count() end

---Returns whether a move is legal.
---```lua
---local s = lab.game("games/mnk.lua"):start():play "a1"
---print(s:legal(1), s:legal(2))    -- moves are the numbers of cells: a1, b1, …
-----> false	true
---```
---@param move Move
---@return boolean
function State:legal(move) end

---Returns a legal move in the game's notation.
---```lua
---local s = lab.game("quoridor:size=3"):start()
---for _, move in ipairs(s:moves()) do io.write(s:text(move), " ") end
---print()
-----> b2 c1 a1 a1h b1h a2h b2h a1v b1v a2v b2v
---```
---@param move Move|string a legal move
---@return string
function State:text(move) end

---Parses a move.
---```lua
---local s = lab.game("quoridor:size=5"):start()
---print(s:move "c2" == s:moves()[1])  --> true
---print(s:move "e5")
-----> nil	'e5' is not legal: the pawn of seat 1 on c1 can only go to b1 d1 c2
---```
---@param text string in the game's notation
---@return Move? move nil if it is not legal
---@return string? message the reason
function State:move(text) end

---Plays a move, or a line of moves such as "e2 e8 e3h".
---```lua
---local s = lab.game("quoridor"):start()
---s:play "e2 e8 e3h"         -- a line of moves
---s:play(s:moves()[1])       -- a move
---print(s:seat(), s:pawn(1), s:pawn(2))  --> 1	e2	e9
---print(pcall(s.play, s, "e5"))
-----> false	'e5' is not legal: the pawn of seat 1 on e2 can only go to e1 d2 f2 e3
---```
---@generic S: State
---@param self S
---@param move Move|string a move, or one or more in the game's notation
---@return S self
function State:play(move) end

---Returns a copy with the move played.
---```lua
---local s = lab.game("quoridor"):start()
---local later = s:after "e2"
---print(s:pawn(1), later:pawn(1))  --> e1	e2
---print(later:after("e8 e3h"):distance(1))    -- longer by the wall
-----> 8
---```
---@generic S: State
---@param self S
---@param move Move|string a move, or one or more in the game's notation
---@return S
function State:after(move) end

---Returns a copy, on which moves can be tried out.
---```lua
---local s = lab.game("dorix"):start():play "b2"
---local copy = s:copy()
---copy:play "c3"
---print(s:height "c3", copy:height "c3")  --> 0	1
---```
---@generic S: State
---@param self S
---@return S
function State:copy() end

---Hides from this position what a seat does not see: nothing, unless the rules have `observe`.
---```lua
---local s = lab.game("games/tricks.lua"):start(lab.rng(1))
---print(s:draw())
-----> seat 1: 0 tricks, hand: 1 6 9 10 11
-----> seat 2: 0 tricks, hand: 2 3 4 7 12
-----> table: -
-----> seat 1 to move
---print(s:copy():observe(1):draw())
-----> seat 1: 0 tricks, hand: 1 6 9 10 11
-----> seat 2: 0 tricks, hand: -
-----> table: -
-----> not seen: 2 3 4 5 7 8 12
-----> seat 1 to move
---```
---@generic S: State
---@param self S
---@param seat Seat
---@return S
function State:observe(seat) end

---Replaces what a seat does not see by what it cannot exclude, drawn at random: `observe`, then
---the rules' own `redraw`. For bots that look at several deals: `state:copy():redraw(me.seat)`.
---```lua
---local s = lab.game("games/tricks.lua"):start(lab.rng(1))
---print(s:copy():redraw(1, lab.rng(2)):draw())
-----> seat 1: 0 tricks, hand: 1 6 9 10 11
-----> seat 2: 0 tricks, hand: 3 4 5 8 12
-----> table: -
-----> seat 1 to move
---```
---@generic S: State
---@param self S
---@param seat Seat
---@param rng? Rng default: the stream of the game
---@return S
function State:redraw(seat, rng) end

---Overwrites this position with another one of the same game, without allocating.
---```lua
---local s = lab.game("tictacdoh"):start():play "Lc3 Mb2"
---local scratch, rng, won = s:copy(), lab.rng(1), 0
---for _ = 1, 100 do
---  scratch:assign(s):playout(rng)
---  if scratch:won(1) then won = won + 1 end
---end
---print(won)  --> 48
---```
---@generic S: State
---@param self S
---@param other State
---@return S self
function State:assign(other) end

---Returns how the game ended.
---```lua
---local s = lab.game("tictacdoh"):start():play "Lc3 Lb2"
---print(s:outcome(), s:after("La1"):outcome())  --> nil	win
---```
---@return "win"|"draw"|nil outcome nil while the game is in progress
function State:outcome() end

---Returns the winners.
---```lua
---local s = lab.game("tictacdoh"):start():play "Lc3 Lb2"
---print(s:winners(), s:after("La1"):winners()[1])  --> nil	1
---```
---@return Seat[]? seats empty after a draw, nil while the game is in progress
function State:winners() end

---Returns the points of each seat, in any position.
---```lua
---local s = lab.game("games/kalah.lua"):start():play "c f"
---print(s:score()[1], s:score()[2])         --> 2	0
---print(lab.game("dorix"):start():score())  --> nil
---```
---@return number[]? score nil in a game without scores
function State:score() end

---Returns the picture of the position, as reports and terminals draw it.
---```lua
---local scene = lab.game("quoridor:size=5"):start():play("c2 c4 b3h"):scene()
---print(scene.columns, scene.rows, #scene.walls)   --> 5	5	1
---print(scene.pieces[1].at, scene.pieces[1].seat)  --> c2	1
---```
---@return Scene? scene nil if the game has none
function State:scene() end

---Returns whether a seat has won; false while the game is in progress.
---```lua
---local s = lab.game("tictacdoh"):start():play "Lc3 Lb2"
---print(s:won(1), s:after("La1"):won(1), s:after("La1"):won(2))  --> false	true	false
---```
---@param seat Seat
---@return boolean
function State:won(seat) end

---Returns a legal move, chosen uniformly at random. Raises an error when the game is
---over.
---```lua
---local s, rng = lab.game("dorix"):start(), lab.rng(1)
---for _ = 1, 4 do
---  local move = s:random_move(rng)
---  io.write(s:text(move), " ")
---  s:play(move)
---end
---print()
-----> c2 d3 d2 c1
---```
---@param rng? Rng default: the stream of the game being played, or the script's own
---@return Move
function State:random_move(rng) end

---Plays random moves to the end of the game or its ply limit.
---```lua
---local s = lab.game("quoridor"):start():playout(lab.rng(1))
---print(s:outcome(), s:winners()[1])  --> win	2
---```
---@generic S: State
---@param self S
---@param rng? Rng default: the stream of the game being played, or the script's own
---@return S self
function State:playout(rng) end

---Returns a 64-bit hash that is the same for equal positions, in every run.
---```lua
---local game = lab.game "dorix"
---local a, b = game:start():play "b2 c3 a1", game:start():play "a1 c3 b2"
---print(a:key() == b:key())  --> true
---```
---@return integer
function State:key() end

---Returns the game's own evaluation of the position.
---```lua
---local s = lab.game("quoridor"):start():play "e2 e8 e3 d8"
---local chances = s:evaluate()
---print(lab.percent(chances[1]), lab.percent(chances[2]))  --> 58.0%	42.0%
---print(lab.game("games/nim.lua"):start():evaluate())      --> nil
---```
---@return number[]? chances the winning chance of each seat, from 0 to 1; nil if the game has no evaluation
function State:evaluate() end

---Returns the game of this position.
---```lua
---local s = lab.game("quoridor:size=7"):start()
---print(s:game():option "size")  --> 7
---```
---@return Game
function State:game() end

---Returns the parts of a legal move.
---```lua
---local s = lab.game("quoridor"):start()
---local pawn, wall = s:describe "e2", s:describe "d4v"
---print(pawn.kind, pawn.to)                    --> pawn	e2
---print(wall.kind, wall.at, wall.orientation)  --> wall	d4	v
---```
---@param move Move|string a legal move
---@return MoveParts
function State:describe(move) end

---Returns one part of a legal move, as State:describe does, but much faster.
---```lua
---local s = lab.game("quoridor"):start()
---local pawns = 0
---for _, move in ipairs(s:moves()) do
---  if s:part(move, "kind") == "pawn" then pawns = pawns + 1 end
---end
---print(pawns, s:part("e2", "to"), s:part("e2", "at"))  --> 3	e2	nil
---```
---@param move Move|string a legal move
---@param key MovePart which part
---@return string|Cell[]|nil part nil if this move does not have the part
function State:part(move, key) end

---Returns the same part of each of these legal moves.
---```lua
---local s = lab.game("tictacdoh"):start()
---local moves = s:moves()
---local count = { S = 0, M = 0, L = 0 }
---for _, size in ipairs(s:parts(moves, "size")) do count[size] = count[size] + 1 end
---print(#moves, count.S, count.M, count.L)  --> 3	1	1	1
---```
---@param moves Move[]
---@param key MovePart which part
---@return (string|Cell[]|false)[] parts false for a move that does not have the part
function State:parts(moves, key) end

---Returns a drawing of the board, with the seat to move or the result.
---```lua
---print(lab.game("games/mnk.lua"):start():play("b2 a1"):draw())
----->  3  . . .
----->  2  . X .
----->  1  O . .
----->     a b c
-----> seat 1 to move
---```
---@return string
function State:draw() end

---Edits the position: set("hand1=3 b2=112"), set("hand1", 3) or set{ hand1 = 3 }.
---Game:about().keys lists what can be set. If it raises an error, nothing has changed.
---```lua
---local s = lab.game("quoridor:size=5"):start()
---s:set "pawn1=c4 walls=a1h,c3v seat=2"
---s:set("hand1", 0)
---s:set { pawn2 = "a2", hand2 = 5 }
---print(s:seat(), s:pawn(1), s:walls_left(1), s:pawn(2), s:walls_left(2))  --> 2	c4	0	a2	5
---print(pcall(s.set, s, "pawn1", "z9"))
-----> false	pawn1 takes a cell of the board, or - for no pawn, not 'z9'
---```
---@generic S: State
---@param self S
---@param key string|table<string, string|number>
---@param value? string|number if `key` is a name
---@return S self
function State:set(key, value) end

---Lets two players swap seats. Only for those hooks of a variant that may change the
---position.
---```lua
----- The pie rule: after the first move, seat 2 may take over its side.
---local game = lab.variant {
---  base = "games/mnk.lua",
---  extra = function(s)
---    return s.board:count(0) == 8 and s:side_of(1) == 1 and { "swap" } or nil
---  end,
---  play = function(s, _, seat)
---    s:swap(1, 2)
---    return seat    -- the side to move, which seat 1 now plays
---  end,
---}
---local s = game:start():play "b2 swap"
---print(s:seat(), s:side_of(1), s:side_of(2))  --> 1	2	1
---```
---@generic S: State
---@param self S
---@param a Seat
---@param b Seat
---@return S self
function State:swap(a, b) end

---Returns the seat of the innermost base game that a player plays: another one than its own
---after players have swapped sides. The fields of that game contain its seats.
---```lua
---local s = lab.game("variants/quoridor_pie.lua"):start():play "e2"
---print(s:side_of(1), s:after("swap"):side_of(1))  --> 1	2
---```
---@param seat Seat
---@return Seat
function State:side_of(seat) end

---The parts of a move. `kind` is "pass", "extra" for an extra move of a variant, "move"
---for a move of a Lua game, or a kind defined by the game.
---@alias MovePart "text"|"kind"|"to"|"from"|"receivers"|"at"|"orientation"|"size"|"placement"|"piece"|"direction"

---@class MoveParts
---@field text string as State:text writes it
---@field kind "pass"|"extra"|"move"|"pawn"|"wall"|"place"|"lay"
---@field to Cell? the destination of a pawn or piece
---@field from Cell? Dorix, kind "move": the origin of the pawn
---@field receivers Cell[]? Dorix: the cells that receive the pawns of a collapse, top pawn first
---@field at Cell? Quoridor, kind "wall": the cell south-west of its centre
---@field orientation "h"|"v"|nil Quoridor, kind "wall"
---@field size "S"|"M"|"L"|nil Tic Tac Doh
---@field placement "empty"|"stack"|"nest"|nil Tic Tac Doh: on an empty cell, stacked or nested
---@field piece "base"|"thruster"|"antenna"|nil Orbital
---@field direction "n"|"e"|"s"|"w"|nil Orbital: where a thruster points

---@class QuoridorState: State
local QuoridorState = {}

---Returns the cell of a seat's pawn.
---```lua
---local s = lab.game("quoridor"):start():play "e2"
---print(s:pawn(1), s:pawn(2))  --> e2	e9
---```
---@param seat Seat
---@return Cell? cell nil if the pawn has been taken off
function QuoridorState:pawn(seat) end

---Returns the goal cells of a seat.
---```lua
---local s = lab.game("quoridor:size=5"):start()
---print(table.concat(s:goal(1), " "))  --> a5 b5 c5 d5 e5
---```
---@param seat Seat
---@return Cell[]
function QuoridorState:goal(seat) end

---Returns the number of walls a seat has in hand.
---```lua
---local s = lab.game("quoridor"):start():play "e3h"
---print(s:walls_left(1), s:walls_left(2))  --> 9	10
---```
---@param seat Seat
---@return integer
function QuoridorState:walls_left(seat) end

---Returns the length of the shortest path from a seat's pawn to its goal, ignoring
---other pawns.
---```lua
---local s = lab.game("quoridor:size=5"):start()
---print(s:distance(1), s:after("c2"):distance(1))  --> 4	3
---print(s:after("c3h"):distance(2))    -- one step more, around the wall
-----> 5
---```
---@param seat Seat
---@return integer?
function QuoridorState:distance(seat) end

---Returns the length of a seat's shortest path to its goal from any cell.
---```lua
---local s = lab.game("quoridor:size=5"):start()
---for _, cell in ipairs(s:steps()) do print(cell, s:distance_from(1, cell)) end
-----> b1	4
-----> d1	4
-----> c2	3
---```
---@param seat Seat
---@param cell Cell
---@return integer? steps nil if walls block every path
function QuoridorState:distance_from(seat, cell) end

---Returns the cells of a shortest path to the goal, without the pawn's own cell. Of
---several it prefers a step north, then east, south and west.
---```lua
---local s = lab.game("quoridor:size=5"):start():play "c2 b2h"
---print(table.concat(s:path(1), " "))  --> d2 d3 d4 d5
---```
---@param seat Seat
---@return Cell[]?
function QuoridorState:path(seat) end

---Returns whether a wall is on the board.
---```lua
---local s = lab.game("quoridor"):start():play "e3h"
---print(s:wall_at "e3h", s:wall_at "e3v")  --> true	false
---```
---@param wall string such as "e3h"
---@return boolean
function QuoridorState:wall_at(wall) end

---Returns the walls on the board, such as "e3h", ordered by cell.
---```lua
---local s = lab.game("quoridor"):start():play "e3h d7v"
---print(table.concat(s:walls(), " "))  --> e3h d7v
---```
---@return string[]
function QuoridorState:walls() end

---Returns the adjacent cells that no wall separates from a cell: north, east, south, west.
---```lua
---local s = lab.game("quoridor"):start():play "e3h"
---print(table.concat(s:neighbours "e3", " "))    -- the wall is north of e3
-----> f3 e2 d3
---```
---@param cell Cell
---@return Cell[]
function QuoridorState:neighbours(cell) end

---Returns the cells that the pawn of the seat to move can reach now, by a step or a jump.
---```lua
---local s = lab.game("quoridor"):start():set { pawn1 = "e4", pawn2 = "e5" }
---print(table.concat(s:steps(), " "))    -- e6: over the other pawn
-----> e3 d4 f4 e6
---```
---@return Cell[]
function QuoridorState:steps() end

---@class DorixState: State
local DorixState = {}

---Returns the number of pawns on a cell.
---```lua
---local s = lab.game("dorix"):start():play "b2 c3 b2"
---print(s:height "b2", s:height "a1")  --> 2	0
---```
---@param cell Cell
---@return integer
function DorixState:height(cell) end

---Returns the seat that controls the pile on a cell.
---```lua
---local s = lab.game("dorix"):start():play "b2 c3 b2"
---print(s:owner "b2", s:owner "c3", s:owner "a1")  --> 1	2	nil
---```
---@param cell Cell
---@return Seat? seat nil if there is no pile
function DorixState:owner(cell) end

---Returns the owners of the pawns on a cell, bottom to top.
---```lua
---local s = lab.game("dorix"):start():set { b2 = "112", hand1 = 13, hand2 = 14 }
---print(table.concat(s:pile "b2", " "), s:owner "b2")  --> 1 1 2	2
---```
---@param cell Cell
---@return Seat[]
function DorixState:pile(cell) end

---Returns the number of pawns a seat has in hand.
---```lua
---local s = lab.game("dorix"):start()
---print(s:hand(1), s:after("b2"):hand(1))  --> 15	14
---```
---@param seat Seat
---@return integer
function DorixState:hand(seat) end

---Returns the cells of the piles that a seat controls.
---```lua
---local s = lab.game("dorix"):start():play "b2 c3 b2 c3 b3"
---print(table.concat(s:controlled(1), " "))  --> b2 b3
---print(table.concat(s:controlled(2), " "))  --> c3
---```
---@param seat Seat
---@return Cell[]
function DorixState:controlled(seat) end

---Returns the orthogonally adjacent cells.
---```lua
---local s = lab.game("dorix"):start()
---print(table.concat(s:neighbours "a1", " "))  --> b1 a2
---```
---@param cell Cell
---@return Cell[]
function DorixState:neighbours(cell) end

---Returns the main diagonal from the lower left: a1, b2, … If columns and rows differ, all main
---diagonals that rise, one after the other.
---```lua
---local s = lab.game("dorix"):start():play "b2 c2 c3"
---local mine = 0
---for _, cell in ipairs(s:rising()) do
---  if s:owner(cell) == 1 then mine = mine + 1 end
---end
---print(table.concat(s:rising(), " "), mine)  --> a1 b2 c3 d4	2
---```
---@return Cell[]
function DorixState:rising() end

---Returns the main diagonal from the upper left: on 4x4 a4, b3, … If columns and rows differ, all
---main diagonals that fall, one after the other.
---```lua
---local s = lab.game("dorix"):start()
---print(table.concat(s:falling(), " "))  --> a4 b3 c2 d1
---```
---@return Cell[]
function DorixState:falling() end

---Returns the neighbours that can receive a pawn if a pawn from the hand is placed on this
---pile; an empty list for an empty cell.
---```lua
---local s = lab.game("dorix"):start():play "b2 c3 b2 c3 b3"
---print(table.concat(s:lower "c3", " "))  --> b3
---print(#s:lower "a1")                    --> 0
---```
---@param cell Cell
---@return Cell[]
function DorixState:lower(cell) end

---@class TicTacDohState: State
local TicTacDohState = {}

---Returns the pieces on a cell in the order laid, as in "LM"; "" for none.
---```lua
---local s = lab.game("tictacdoh"):start():play "Lc3 Mc3"
---print(s:cell "c3", s:cell "b2" == "")  --> LM	true
---```
---@param cell Cell
---@return string
function TicTacDohState:cell(cell) end

---Returns the number of pieces of a size left in the stash.
---```lua
---local s = lab.game("tictacdoh"):start():play "Lc3 Mb2"
---print(s:stash "S", s:stash "M", s:stash "large")  --> 5	4	4
---```
---@param size "S"|"M"|"L"|"small"|"medium"|"large"
---@return integer
function TicTacDohState:stash(size) end

---Returns the sizes a cell counts as in a line, smallest first; "" for none.
---```lua
---local s = lab.game("tictacdoh"):start():play "Lc3 Mc3 Sb2"
---print(s:counts_as "c3", s:counts_as "b2")  --> ML	S
---```
---@param cell Cell
---@return string
function TicTacDohState:counts_as(cell) end

---Returns whether the pieces on a cell are a nest.
---```lua
---local s = lab.game("tictacdoh"):start():play "Lc3 Mc3 Sb2 Mb2"
---print(s:cell "c3", s:nested "c3")  --> LM	false
---print(s:cell "b2", s:nested "b2")  --> SM	true
---```
---@param cell Cell
---@return boolean
function TicTacDohState:nested(cell) end

---Returns the cells of a winning line; of several, the first of the smallest size.
---```lua
---local s = lab.game("tictacdoh"):start():play "Lc3 Lb2"
---print(s:line())                                  --> nil
---print(table.concat(s:after("La1"):line(), " "))  --> a1 b2 c3
---```
---@return Cell[]?
function TicTacDohState:line() end

---Returns the sizes that may be laid on a cell now, smallest first; "" for none.
---```lua
---local s = lab.game("tictacdoh"):start():play "Lc3 Mc3 Sb2"
---print(s:takes "c3", s:takes "b2", s:takes "c2")  --> S	M	SML
---```
---@param cell Cell
---@return string
function TicTacDohState:takes(cell) end

---Returns the cells that lie in at least one window that contains all pieces.
---```lua
---local s = lab.game("tictacdoh"):start():play "Lc3 Mb2"
---print(#s:window(), s:window()[1])  --> 16	a1
---```
---@return Cell[]
function TicTacDohState:window() end

---@class OrbitalState: State
local OrbitalState = {}

---@alias Kind "base"|"thruster"|"antenna"|"B"|"T"|"A"

---Returns the pieces on a cell with their seats, as in "B1T2nA1"; "" for none.
---```lua
---local s = lab.game("orbital"):start():play "Ba1 Bb1 Aa1 Ta1n"
---print(s:tower "a1", s:tower "b1", s:tower "c1" == "")    -- upwards: base, thruster, antenna
-----> B1T2nA1	B2	true
---```
---@param cell Cell
---@return string
function OrbitalState:tower(cell) end

---Returns the owner of the piece of a kind on a cell.
---```lua
---local s = lab.game("orbital"):start():play "Ba1 Bb1 Aa1 Ta1n"
---print(s:piece("a1", "base"), s:piece("a1", "thruster"), s:piece("b1", "antenna"))  --> 1	2	nil
---```
---@param cell Cell
---@param kind Kind
---@return Seat? seat the lower one if there are two pieces
function OrbitalState:piece(cell, kind) end

---Returns the owners of the pieces of a kind on a cell, the lower seat first. There can be two
---in towers of more than three pieces.
---```lua
---local s = lab.game("orbital"):start():play "Ba1 Bb1"
---print(table.concat(s:pieces("b1", "base"), " "), #s:pieces("b1", "antenna"))  --> 2	0
---```
---@param cell Cell
---@param kind Kind
---@return Seat[]
function OrbitalState:pieces(cell, kind) end

---Returns the direction of the thruster on a cell; of two thrusters both, as in "ne".
---```lua
---local s = lab.game("orbital"):start():play "Ba1 Bb1 Aa1 Ta1n"
---print(s:direction "a1", s:direction "b1")  --> n	nil
---```
---@param cell Cell
---@return string? direction nil if there is none
function OrbitalState:direction(cell) end

---Returns the owner of the finished tower on a cell.
---```lua
---local s = lab.game("orbital"):start():play "Ba1 Bb1 Aa1 Ta1n"
---print(s:tower_owner "a1", s:tower_owner "b1")  --> 1	nil
---```
---@param cell Cell
---@return Seat? seat nil if none is finished, or if nobody has the majority
function OrbitalState:tower_owner(cell) end

---Returns the number of pieces of a kind a seat has left.
---```lua
---local s = lab.game("orbital"):start():play "Ba1"
---print(s:hand(1, "base"), s:hand(2, "base"))  --> 5	6
---```
---@param seat Seat
---@param kind Kind
---@return integer
function OrbitalState:hand(seat, kind) end

---Returns the number of towers a seat has won.
---```lua
---local s = lab.game("orbital"):start():play "Ba1 Bb1 Aa1 Ta1n"
---print(s:towers_won(1), s:towers_won(2))  --> 1	0
---```
---@param seat Seat
---@return integer
function OrbitalState:towers_won(seat) end

---Returns the cells to which the last piece confines the seat to move.
---```lua
---local s = lab.game("orbital"):start()
---print(s:constraint())  --> nil
---s:play "Ba1 Bb1 Aa1 Ta1n"    -- the thruster points north
---print(table.concat(s:constraint(), " "))  --> a2 a3 a4
---```
---@return Cell[]? cells nil if it may play anywhere
function OrbitalState:constraint() end

---Returns the cells on which the seat to move can lay a piece now.
---```lua
---local s = lab.game("orbital"):start():play "Ba1 Bb1 Aa1 Ta1n"
---print(table.concat(s:open_cells(), " "))  --> a2 a3 a4
---```
---@return Cell[]
function OrbitalState:open_cells() end

-- ---- grids -----------------------------------------------------------------

---A side of a grid. "bottom" is row 1, also if `down` draws it at the top.
---@alias Edge "left"|"right"|"bottom"|"top"
---@alias Symmetry "left-right"|"up-down"|"turn"|"quarter-turn"|"diagonal"|"antidiagonal"|"all"

---The argument of lab.grid.
---```lua
---local game = lab.rules {
---  state = { board = lab.grid { columns = 4, rows = 3, marks = ".XO", diagonals = true } },
---  moves = function(s) return s.board:empty() end,
---  play = function(s, cell, seat) s.board[cell] = seat end,
---}
---local board = game:start():set("board", "X.../.X../..O.").board
---print(board:group(board:cell "a3"))    -- a3 and b2 are neighbours: a group of two
-----> 2	6
---```
---@class GridShape
---@field columns integer from 1 to 26
---@field rows integer from 1 to 26
---@field hex? boolean hexagons that form a rhombus, as in Hex, instead of squares
---@field diagonals? boolean squares have eight neighbours instead of four
---@field symmetries? Symmetry|Symmetry[] positions that differ by one of these are equivalent; the solver merges them
---@field marks? string the characters that draw the values 0, 1, 2, …, at most 256 bytes; default ".123456789"
---@field down? boolean row 1 is drawn at the top

---A board of a position: s.board[cell] is an integer, 0 for an empty cell, and #s.board the
---number of cells. It is not a table: only its methods, b[cell], #b and ipairs work. Cells are
---numbered from 1 at a1, row by row: a1, b1, …, a2, b2, … A direction is two numbers,
---columns to the right and rows up. Lists of cells are in ascending order unless a method says
---otherwise; `into` is a table to refill instead of making a new one.
---@class Grid: integer[]
local Grid = {}

---Returns the column of a cell, from 1.
---```lua
---local board = lab.game("games/mnk.lua"):start().board
---print(board:column(1), board:column(board:cell "c2"))  --> 1	3
---```
---@param cell integer
---@return integer
function Grid:column(cell) end

---Returns the row of a cell, from 1.
---```lua
---local board = lab.game("games/mnk.lua"):start().board
---print(board:row(1), board:row(board:cell "c2"))  --> 1	2
---```
---@param cell integer
---@return integer
function Grid:row(cell) end

---Returns the cell of a column and a row, or of a name such as "b2".
---```lua
---local board = lab.game("games/mnk.lua"):start().board
---print(board:cell(2, 1), board:cell "b1", board:cell(4, 1))  --> 2	2	nil
---```
---@param column integer|Cell a column from 1, or the name of a cell
---@param row? integer from 1; not with a name
---@return integer? cell nil if it is not on the board
function Grid:cell(column, row) end

---Returns the name of a cell, such as "b2".
---```lua
---local s = lab.game("games/mnk.lua"):start():play "b2 c1"
---for cell, value in ipairs(s.board) do
---  if value > 0 then print(s.board:name(cell), value) end
---end
-----> c1	2
-----> b2	1
---```
---@param cell integer
---@return Cell
function Grid:name(cell) end

---Returns a drawing with the names of rows and columns, in the marks that lab.grid has declared; a
---value without one is shown as "?".
---```lua
---local s = lab.game("games/hex.lua:size=3"):start():play "b2 a3"
---print(s.board:draw())
----->     a b c
----->   1  . . .
----->    2  . X .
----->     3  O . .
---```
---@return string
function Grid:draw() end

---Returns the cell that is some columns to the right and some rows up.
---```lua
---local board = lab.game("games/mnk.lua"):start().board
---print(board:name(board:step(board:cell "a1", 1, 2)))  --> b3
---print(board:step(board:cell "a1", -1, 0))             --> nil
---```
---@param cell integer
---@param dx integer columns to the right
---@param dy integer rows up
---@return integer? cell nil if it is not on the board
function Grid:step(cell, dx, dy) end

---Returns the steps of all cells with a value, each as a number, from * 1024 + to: by cell,
---then in the order of the list. A step is { dx, dy }, or { dx, dy, "empty" } if it may lead
---only to empty cells, or { dx, dy, "other" } if only to cells with another value.
---```lua
---local board = lab.game("games/breakthrough.lua"):start().board
---local moves = board:steps(1, { { 0, 1, "empty" }, { 1, 1, "other" } })
---for i = 1, 3 do print(board:name(moves[i] // 1024), board:name(moves[i] % 1024)) end
-----> a2	a3
-----> b2	b3
-----> c2	c3
---```
---@param value integer
---@param kinds { [1]: integer, [2]: integer, [3]: "empty"|"other"|nil }[] from 1 to 32
---@param into? integer[] a table to refill
---@return integer[]
function Grid:steps(value, kinds, into) end

---Returns the neighbours of a cell.
---```lua
---local function names(board, cells)
---  for i, cell in ipairs(cells) do cells[i] = board:name(cell) end
---  return table.concat(cells, " ")
---end
---local square = lab.game("games/mnk.lua"):start().board
---print(names(square, square:neighbours(square:cell "b2")))  --> b1 a2 c2 b3
---local hex = lab.game("games/hex.lua"):start().board
---print(names(hex, hex:neighbours(hex:cell "b2")))  --> b1 c1 a2 c2 a3 b3
---```
---@param cell integer
---@param into? integer[] a table to refill
---@return integer[]
function Grid:neighbours(cell, into) end

---Returns the cells beyond a cell in a direction, from the nearest on, up to the edge.
---```lua
---local board = lab.game("games/mnk.lua:m=5,n=5"):start().board
---for _, cell in ipairs(board:ray(board:cell "b1", 1, 1)) do print(board:name(cell)) end
-----> c2
-----> d3
-----> e4
---```
---@param cell integer
---@param dx integer columns to the right
---@param dy integer rows up
---@param into? integer[] a table to refill
---@return integer[]
function Grid:ray(cell, dx, dy, into) end

---Returns the first cell with a value, from a cell on (including it) in a direction.
---```lua
---local s = lab.game("games/mnk.lua:m=5,n=1"):start():set("board", "..O.X")
---print(s.board:name(s.board:find(1, 1, 1, 0)))    -- the first X from a1 to the right
-----> e1
---print(s.board:find(1, 1, 0, 1))  --> nil
---```
---@param value integer
---@param cell integer
---@param dx integer columns to the right
---@param dy integer rows up
---@return integer? cell nil if there is none
function Grid:find(value, cell, dx, dy) end

---Returns the cell to which a symmetry takes a cell. A quarter-turn is counter-clockwise.
---```lua
---local board = lab.game("games/mnk.lua"):start().board
---print(board:name(board:image(board:cell "a1", "left-right")))  --> c1
---print(board:name(board:image(board:cell "b1", "diagonal")))    --> a2
---```
---@param cell integer
---@param symmetry Symmetry
---@return integer
function Grid:image(cell, symmetry) end

---Returns the empty cells.
---```lua
---local s = lab.game("games/mnk.lua"):start():set("board", "XOX/O.X/.OO")
---print(table.concat(s.board:empty(), " "))    -- a1 and b2
-----> 1 5
---```
---@param into? integer[] a table to refill
---@return integer[]
function Grid:empty(into) end

---Returns the cells with a value.
---```lua
---local s = lab.game("games/mnk.lua"):start():set("board", "X../.O./..X")
---for _, cell in ipairs(s.board:cells(1)) do print(s.board:name(cell)) end
-----> c1
-----> a3
---```
---@param value integer
---@param into? integer[] a table to refill
---@return integer[]
function Grid:cells(value, into) end

---Returns the number of cells with a value, on the whole board or on one edge.
---```lua
---local s = lab.game("games/mnk.lua"):start():set("board", "X../XO./..X")
---print(s.board:count(1), s.board:count(1, "left"), s.board:count(0))  --> 3	2	5
---```
---@param value integer
---@param edge? Edge default: the whole board
---@return integer
function Grid:count(value, edge) end

---Returns whether no cell is empty.
---```lua
---local s = lab.game("games/mnk.lua"):start()
---print(s.board:full(), s:set("board", "XOX/OXX/OXO").board:full())  --> false	true
---```
---@return boolean
function Grid:full() end

---Returns the columns whose top cell is empty.
---```lua
---local s = lab.game("games/connect_four.lua:columns=4,rows=4"):start()
---s:play "b b b b"
---print(table.concat(s.board:open_columns(), " "))  --> 1 3 4
---```
---@param into? integer[] a table to refill
---@return integer[]
function Grid:open_columns(into) end

---Gives the lowest empty cell of a column a value.
---```lua
---local board = lab.game("games/connect_four.lua"):start().board
---print(board:name(board:drop(2, 1)), board:name(board:drop(2, 2)))  --> b1	b2
---print(board[board:cell "b1"], board[board:cell "b2"])              --> 1	2
---```
---@param column integer
---@param value integer
---@return integer? cell nil if the column is full
function Grid:drop(column, value) end

---Returns whether k or more cells with the value of this cell are in a row that includes it.
---```lua
---local s = lab.game("games/mnk.lua:m=4,n=4"):start():set("board", "..../..X./.X../X..O")
---print(s.board:line(s.board:cell "b2", 3), s.board:line(s.board:cell "b2", 4))  --> true	false
---```
---@param cell integer
---@param k integer length of the row
---@return boolean
function Grid:line(cell, k) end

---Returns the length of the longest row of cells with the value of this cell that includes it;
---0 if it is empty.
---```lua
---local s = lab.game("games/mnk.lua:m=4,n=4"):start():set("board", "..../..X./.X../X..O")
---print(s.board:longest(s.board:cell "b2"), s.board:longest(s.board:cell "d1"))  --> 3	1
---```
---@param cell integer
---@return integer
function Grid:longest(cell) end

---Returns whether k or more cells with a value are in a row anywhere.
---```lua
---local s = lab.game("games/mnk.lua:m=4,n=4,k=4"):start():set("board", "..../..X./.X../X.OO")
---print(s.board:has_line(1, 3), s.board:has_line(2, 3))  --> true	false
---```
---@param value integer
---@param k integer length of the row
---@return boolean
function Grid:has_line(value, k) end

---Returns the sum of base^n over all lines of k cells of which n, at least one, have the value
---and the others are empty.
---```lua
---local s = lab.game("games/mnk.lua"):start():set("board", ".../.X./..O")
---print(s.board:line_score(1, 3, 4))    -- three lines with one X and no O, each 4^1
-----> 12.0
---print(s.board:line_score(2, 3, 4))  --> 8.0
---```
---@param value integer
---@param k integer length of a line
---@param base number how much more a further cell of a line counts
---@return number
function Grid:line_score(value, k, base) end

---Returns the size of the group of a cell, and the number of its liberties: empty cells beside
---it. A group is a cell and all cells with the same value that are connected with it;
---empty cells form groups without liberties.
---```lua
---local s = lab.game("games/mnk.lua:m=4,n=4,k=4"):start():set("board", "..../.X../XX.O/...X")
---print(s.board:group(s.board:cell "a2"))    -- size and liberties
-----> 3	6
---```
---@param cell integer
---@return integer size
---@return integer liberties
function Grid:group(cell) end

---Returns the cells of the group of a cell.
---```lua
---local s = lab.game("games/mnk.lua:m=4,n=4,k=4"):start():set("board", "..../.X../XX.O/...X")
---for _, cell in ipairs(s.board:group_cells(s.board:cell "a2")) do print(s.board:name(cell)) end
-----> a2
-----> b2
-----> b3
---```
---@param cell integer
---@param into? integer[] a table to refill
---@return integer[]
function Grid:group_cells(cell, into) end

---Returns the number of groups of a value, and the size of the largest.
---```lua
---local s = lab.game("games/mnk.lua:m=4,n=4,k=4"):start():set("board", "..../.X../XX.O/...X")
---print(s.board:groups(1))    -- two groups, the largest of three
-----> 2	3
---```
---@param value integer
---@return integer groups
---@return integer largest
function Grid:groups(value) end

---Gives all cells of the group of a cell a value; 0 removes the group.
---```lua
---local board = lab.game("games/mnk.lua:m=4,n=4,k=4"):start()
---  :set("board", "..../.X../XX.O/...X").board
---print(board:fill(board:cell "a2", 0), board:count(1))    -- three stones are captured, one is left
-----> 3	1
---```
---@param cell integer
---@param value integer the new value
---@return integer size
function Grid:fill(cell, value) end

---Returns whether the group of a cell touches all of these edges.
---```lua
---local board = lab.game("games/mnk.lua"):start():set("board", "X../XX./..O").board
---print(board:touches(board:cell "b2", "left", "top"))    --> true
---print(board:touches(board:cell "b2", "left", "right"))  --> false
---```
---@param cell integer
---@param ... Edge
---@return boolean
function Grid:touches(cell, ...) end

---Returns whether a group of a value touches both edges.
---```lua
---local s = lab.game("games/hex.lua:size=3,swap=false"):start():play "b1 a2 b2 c1"
---print(s.board:connects(1, "top", "bottom"))              --> false
---print(s:after("a3").board:connects(1, "top", "bottom"))  --> true
---```
---@param value integer
---@param edge Edge
---@param other Edge
---@return boolean
function Grid:connects(value, edge, other) end

---Returns how many empty cells must get the value, at least, to connect two edges.
---```lua
---local s = lab.game("games/hex.lua:size=5,swap=false"):start():play "c3 c2"
---print(s.board:missing(1, "top", "bottom"), s.board:missing(2, "left", "right"))  --> 4	4
---```
---@param value integer
---@param edge Edge
---@param other Edge
---@return integer? cells nil if they cannot be connected
function Grid:missing(value, edge, other) end

---Returns the number of steps between two cells. With `through`, all cells between them must
---have that value.
---```lua
---local s = lab.game("games/mnk.lua:m=4,n=3,k=4"):start():set("board", ".X../.X../....")
---local from, to = s.board:cell "a3", s.board:cell "c3"
---print(s.board:distance(from, to))       -- across all cells
-----> 2
---print(s.board:distance(from, to, 0))    -- through empty cells
-----> 6
---```
---@param from integer
---@param to integer
---@param through? integer value of the cells between them; default: any
---@return integer? steps nil if there is no way
function Grid:distance(from, to, through) end

---Returns how many cells of other values lie in rows between this cell and cells of the value,
---as in Reversi.
---```lua
---local s = lab.game("games/reversi.lua"):start()
---print(s.board:flips(s.board:cell "d3", 1), s.board:flips(s.board:cell "a1", 1))  --> 1	0
---```
---@param cell integer
---@param value integer
---@return integer
function Grid:flips(cell, value) end

---Gives the cells that `flips` counts the value. The cell itself stays as it is.
---```lua
---local board = lab.game("games/reversi.lua"):start().board
---local cell = board:cell "d3"
---print(board:count(1), board:flip(cell, 1), board:count(1))  --> 2	1	3
---board[cell] = 1
---print(board:count(1), board:count(2))  --> 4	1
---```
---@param cell integer
---@param value integer the new value
---@return integer flipped
function Grid:flip(cell, value) end

---Returns the empty cells for which `flips` is not 0.
---```lua
---local s = lab.game("games/reversi.lua"):start()
---for _, cell in ipairs(s.board:flippable(1)) do print(s.board:name(cell)) end
-----> d3
-----> c4
-----> f5
-----> e6
---```
---@param value integer
---@param into? integer[] a table to refill
---@return integer[]
function Grid:flippable(value, into) end

---Returns whether there is an empty cell for which `flips` is not 0.
---```lua
---local s = lab.game("games/reversi.lua:size=4"):start()
---print(s.board:can_flip(1), s:set("board", "XXXX/XXXX/..../....").board:can_flip(2))  --> true	false
---```
---@param value integer
---@return boolean
function Grid:can_flip(value) end

-- ---- random numbers --------------------------------------------------------

---A random number generator, called like math.random: rng() returns a number in [0, 1),
---rng(6) an integer from 1 to 6, rng(3, 5) an integer from 3 to 5.
---@class Rng
---@overload fun(): number
---@overload fun(max: integer): integer
---@overload fun(min: integer, max: integer): integer
local Rng = {}

---Returns an element of a list, chosen uniformly at random.
---```lua
---local rng = lab.rng(7)
---print(rng:pick { "rock", "paper", "scissors" })  --> paper
---```
---@generic T
---@param list T[]
---@return T
function Rng:pick(list) end

---Shuffles a list in place.
---```lua
---local rng = lab.rng(7)
---print(table.concat(rng:shuffle { 1, 2, 3, 4, 5, 6 }, " "))  --> 5 6 1 4 2 3
---```
---@generic T
---@param list T[]
---@return T[] list the same list
function Rng:shuffle(list) end

-- ---- what files return -----------------------------------------------------

---The full declaration of an option. Short forms: only the default (depth = 2, greedy =
---true), or a list of words whose first is the default (style = { "calm", "wild" }).
---```lua
---local bot = lab.bot {
---  name = "shown",
---  options = {
---    depth = { default = 2, min = 1, max = 9, help = "plies to look ahead" },
---    weight = { default = 0.5, min = 0, max = 1 },
---    style = { "bold", "shy" },    -- one of these words; the first is the default
---    greedy = true,                -- true or false
---  },
---  choose = function(state, me) return state:moves()[me.options.depth] end,
---}
---print(lab.match("dorix", { bot .. ":depth=3,style=shy", "random" })[1].outcome)  --> win
---print(pcall(lab.match, "dorix", { bot .. ":depth=10" }))
-----> false	script.lua#shown: depth=10 is not allowed (1..9); the nearest is 9
---```
---@class OptionDefinition
---@field default? integer|number|boolean|string with `words`, default: the first
---@field min? number smallest value
---@field max? number largest value
---@field step? number distance between values, from `min` on
---@field words? string[] the values, if they are words
---@field help? string what the option does, in a few words

---@alias OptionDefinitions table<string, OptionDefinition|integer|number|boolean|string[]>

---What a bot's file returns.
---```lua
---local bot = lab.bot {
---  name = "greedy",
---  summary = "the move with the best evaluation, or sometimes any",
---  options = { daring = { default = 10, min = 0, max = 100, help = "percent of random moves" } },
---  choose = function(state, me)
---    if me.rng(100) <= me.options.daring then return state:random_move() end
---    local best, chance = nil, -1
---    for _, move in ipairs(state:moves()) do
---      local value = state:after(move):evaluate()[me.seat]
---      if value > chance then best, chance = move, value end
---    end
---    return best
---  end,
---}
---local run = lab.simulate { game = "orbital", bots = { bot .. ":daring=0", "random" }, games = 50 }
---print(run.bot[1].bot, run.bot[1].won)  --> script.lua#greedy:daring=0	49
---```
---@class BotDefinition
---@field name? string what messages call it
---@field summary? string one line
---@field games? string[] the games it can play, including their variants; default: any game
---@field options? OptionDefinitions what a spec can set, as in "mybot.lua:depth=3"; `me.options` has the values
---@field choose fun(state: State, me: BotSelf): Move|string returns the move to play

---What a bot knows about itself. Read-only.
---```lua
---local bot = lab.bot {
---  name = "tries",
---  options = { tries = 5 },
---  choose = function(state, me)
---    for _ = 1, me.options.tries do
---      local move = me.rng:pick(state:moves())
---      if state:after(move):won(me.seat) then return move end
---    end
---    return state:random_move()
---  end,
---}
---local run = lab.simulate { game = "tictacdoh", bots = { bot .. ":tries=50", bot }, games = 100 }
---print(run.bot[1].won, run.bot[2].won)  --> 87	13
---```
---@class BotSelf
---@field seat Seat the seat that the bot plays
---@field rng Rng the random stream of the game being played
---@field options Options the values of its options

---The parts that `describe` gives to a move.
---With more than a kind, the parts must tell the move from all other legal moves.
---@class MoveDescription
---@field kind string such as "lay" or "capture"
---@field from? string a cell
---@field to? string a cell, for the heat maps of reports
---@field at? string a cell
---@field piece? string what is moved or laid
---@field direction? string where to

---How a piece looks. Without a seat it belongs to nobody.
---@class PieceLooks
---@field seat? Seat whose it is
---@field size? integer from 1 (small) to 3 (large), the default
---@field shape? "disc"|"ring"|"square" default: "disc"
---@field label? string at most 7 bytes

---@class ScenePiece: PieceLooks
---@field at string a cell

---A wall runs along the upper edges of a cell and of the next ones to the right or, if vertical,
---along the right edges of a cell and of the next ones above.
---@class SceneWall
---@field at string a cell
---@field vertical? boolean along the right edges
---@field length? integer in cells; default: 2

---A mark on a cell, whether pieces stand there or not.
---@class SceneMark
---@field at string a cell
---@field seat? Seat whose it is
---@field label? string at most 7 bytes

---A side of the board that matters to a seat; "bottom" is row 1.
---@class SceneEdge
---@field side "bottom"|"top"|"left"|"right" which side
---@field seat Seat to whom it matters

---Like pieces beside the board: in the hand of their seat, or in a stash.
---@class SceneHeld: PieceLooks
---@field count? integer default: 1

---A picture of a position: what the function `scene` returns, and s:scene(), which has all
---fields but `board` and `values`.
---```lua
---local game = lab.variant {
---  base = "quoridor:size=5",
---  outcome = function(s, mover) return s:pawn(mover) == "c3" and mover or nil end,
---  scene = function(_, _, scene)
---    scene.highlights, scene.notes = { "c3" }, { "Who reaches c3 wins." }
---    return scene
---  end,
---}
---local scene = game:start():scene()
---print(scene.highlights[1], scene.notes[1], #scene.pieces)  --> c3	Who reaches c3 wins.	2
---```
---@class Scene
---@field board? Grid a grid of the position: the board, and its values as pieces
---@field values? table<integer, PieceLooks|false> how the values of the board look; false: no piece
---@field columns? integer of a board that is no grid
---@field rows? integer likewise
---@field down? boolean row 1 is at the top
---@field hex? boolean hexagons: each row is half a cell further right
---@field pieces? ScenePiece[] from the bottom up
---@field walls? SceneWall[] between cells
---@field shaded? string[] cells in a darker tone
---@field highlights? string[] cells to look at, such as a winning line
---@field marks? SceneMark[] on cells, such as goals
---@field edges? SceneEdge[] sides of the board, such as goals
---@field hands? SceneHeld[] beside the board
---@field notes? string[] lines below the board

---The result of `outcome`: nil changes nothing, false continues the game; "draw", a seat
---or a list of seats ends it; true ends it, and the highest score wins.
---@alias OutcomeAnswer nil|boolean|"draw"|Seat|Seat[]

---The argument of lab.variant. In its hooks, s is the position as the base game sees it,
---with the variant's vars as fields.
---```lua
----- Which moves are allowed: here no walls in the first four plies.
---local game = lab.variant {
---  base = "quoridor:size=5",
---  vars = { ply = 0 },
---  allow = function(s, move) return s.ply >= 4 or s:part(move, "kind") == "pawn" end,
---  after = function(s) s.ply = math.min(s.ply + 1, 4) end,
---}
---print(game:start():count(), game:start():play("c2 c4 b2 b4"):count())  --> 3	36
---```
---
---```lua
----- Moves that have to be compared: large pieces first, if one fits anywhere.
---local game = lab.variant {
---  base = "tictacdoh",
---  filter = function(s, moves)
---    local large = {}
---    for i, size in ipairs(s:parts(moves, "size")) do
---      if size == "L" then large[#large + 1] = moves[i] end
---    end
---    return #large > 0 and large or moves
---  end,
---}
---print(lab.game("tictacdoh"):start():count(), game:start():count())  --> 3	1
---```
---
---```lua
----- Moves that the base game does not have, and whose turn it is: a player may give up a wall
----- to move twice.
---local game = lab.variant {
---  base = "quoridor:size=5",
---  vars = { again = 0 },
---  extra = function(s, seat)
---    if s.again == 0 and s:walls_left(seat) > 0 then return { "again" } end
---  end,
---  play = function(s, _, seat)
---    s:set("hand" .. seat, s:walls_left(seat) - 1)
---    s.again = 3                             -- this move and two others
---  end,
---  next_seat = function(s, seat)             -- runs after every move, also after this one
---    s.again = math.max(s.again - 1, 0)
---    return s.again > 0 and seat or nil
---  end,
---  describe = function(_, move) return move == "again" and { kind = "again" } or nil end,
---}
---local s = game:start():play "again c2 c3"
---print(s:seat(), s:pawn(1), s:walls_left(1))  --> 2	c3	2
---```
---
---```lua
----- The first position, the end of the game, and how both look: two walls at random, and whoever
----- reaches the centre wins.
---local game = lab.variant {
---  base = "quoridor:players=4,size=5",
---  players = { 1, 2, 4 },    -- the third seat stays empty
---  options = { centre = { default = true, help = "the centre wins" } },
---  setup = function(s, rng) s:set("walls", rng:pick { "a2h,d3h", "b1v,c4v" }) end,
---  outcome = function(s, mover, o) return o.centre and s:pawn(mover) == "c3" and mover or nil end,
---  evaluate = function(s)
---    local chances, sum = {}, 0
---    for seat = 1, 4 do chances[seat] = seat == 3 and 0 or 2 ^ -s:distance(seat) end
---    for seat = 1, 4 do sum = sum + chances[seat] end
---    for seat = 1, 4 do chances[seat] = chances[seat] / sum end
---    return chances
---  end,
---  draw = function(_, _, board) return board .. "\nThe centre wins." end,
---  scene = function(_, _, scene)
---    scene.highlights = { "c3" }
---    return scene
---  end,
---}
---print(game:seats(), game:start(lab.rng(1)):walls()[1])  --> 3	a2h
---```
---
---```lua
----- Points: one and a half for moving second.
---local game = lab.variant {
---  base = "games/kalah.lua",
---  score = function(_, score) return { score[1], score[2] + 1.5 } end,
---}
---print(game:start():play("c f"):score()[2])  --> 1.5
---```
---
---```lua
----- Dice: a wall may only be placed after a 5 or 6.
---local game = lab.variant {
---  base = "quoridor:size=5",
---  vars = { die = 0 },
---  chance = function(s) return s.die == 0 and { 1, 2, 3, 4, 5, 6 } or nil end,
---  roll = function(s, face) s.die = face end,
---  depends = { "die", "kind" },
---  allow = function(die, kind) return die >= 5 or kind == "pawn" end,
---  after = function(s) s.die = 0 end,
---}
---print(game:start():play("4"):count(), game:start():play("5"):count())  --> 3	35
---```
---
---```lua
----- Secrets: each player has a column in which row 3 wins, and only sees its own.
---local game = lab.variant {
---  base = "quoridor:size=5",
---  vars = { column = { 0, 0 } },
---  setup = function(s, rng) s.column[1], s.column[2] = rng(5), rng(5) end,
---  outcome = function(s, mover)
---    local column = s.column[mover]
---    return s:pawn(mover) == ("abcde"):sub(column, column) .. 3 and mover or nil
---  end,
---  observe = function(s, seat) s.column[3 - seat] = 0 end,
---  redraw = function(s, seat, rng) s.column[3 - seat] = rng(5) end,
---}
---local s = game:start(lab.rng(1))
---print(table.concat(s.column, " "), table.concat(s:copy():observe(1).column, " "))  --> 3 4	3 0
---```
---@class VariantDefinition
---@field name? string default: that of the file
---@field title? string the name for people; default: `name`
---@field summary? string one line: what differs
---@field about? string rules for a player; default: those of the base game
---@field base string|Game a spec, or the result of lab.variant, lab.rules or lab.game
---@field options? OptionDefinitions in addition to those of the base game
---@field vars? Vars|fun(options: Options): Vars with their initial values, or the names of parts of the last move
---@field players? integer|Seat[]|(fun(options: Options): integer|Seat[]) how many of the base's seats are played, or which; default: all
---@field setup? fun(s: State, rng: Rng, options: Options) edits the first position, which may be random
---@field allow? (fun(s: State, move: Move, seat: Seat, options: Options): any)|(fun(...): any) with `depends`, a function of these values
---@field depends? string[] what `allow` depends on: names of vars, parts of moves (MovePart), "move", "seat"
---@field filter? fun(s: State, moves: Move[], seat: Seat, options: Options): Move[] returns those of the moves that stay, in the same order
---@field after? fun(s: State, move: Move, seat: Seat, before: State, options: Options) after each move of the base game
---@field extra? fun(s: State, seat: Seat, options: Options): string[]? moves that the base game does not have
---@field play? fun(s: State, text: string, seat: Seat, options: Options): Seat? plays one; returns the seat to move, nil: the next
---@field next_seat? fun(s: State, seat: Seat, move: Move, options: Options): Seat? the seat to move after a move; nil for the next in order
---@field outcome? fun(s: State, mover: Seat, options: Options, move: Move?): OutcomeAnswer move is nil in a position that was set up
---@field score? fun(s: State, score: number[]?, options: Options): number[] the points of each seat; gets those of the base game
---@field evaluate? fun(s: State, seat: Seat, options: Options): Value the value of a position, for search
---@field chance? fun(s: State, seat: Seat, options: Options): Chance? what nature can do before the seat moves; nil: nothing
---@field roll? fun(s: State, move: Move, seat: Seat, options: Options): Seat? plays a move of nature
---@field observe? fun(s: State, seat: Seat, options: Options) blanks vars that a seat does not see, after the base's
---@field redraw? fun(s: State, seat: Seat, rng: Rng, options: Options) fills in such vars, after the base's
---@field draw? fun(s: State, options: Options, board: string): string board is the base game's drawing
---@field scene? fun(s: State, options: Options, scene: Scene?): Scene? changes the picture that there would be otherwise; nil leaves it
---@field describe? fun(s: State, move: Move|string, options: Options): MoveDescription? nil for the usual parts
---@field symmetries? boolean the changed rules still have the symmetries that the base game declares for its grids
---@field max_plies? integer ply limit; default: that of the base game, twice that with chance
---@field example? string a line of moves from the start

---A field: 1 for a number; a larger count, or { n }, for an array; lab.grid for a board.
---@alias FieldShape integer|integer[]|GridShape

---A list of moves of nature, equally likely unless there are weights.
---```lua
----- Two dice: the sums from 2 to 12, of which 7 is the likeliest.
---local game = lab.rules {
---  state = { sum = 1, place = { 2 } },
---  chance = function(s)
---    return s.sum == 0 and { 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
---      weights = { 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1 } } or nil
---  end,
---  roll = function(s, sum) s.sum = sum end,
---  moves = function() return { 1 } end,
---  play = function(s, _, seat) s.place[seat], s.sum = s.place[seat] + s.sum, 0 end,
---  outcome = function(s, mover) return mover > 0 and s.place[mover] >= 20 and mover or nil end,
---}
---print(lab.percent(lab.solve(game).win[1]))  --> 72.5%
---```
---@class Chance
---@field [integer] Move what `roll` gets
---@field weights? integer[] how likely each is, compared with the others

---The argument of lab.rules.
---```lua
----- A game on a board: three in a row.
---local game = lab.rules {
---  options = { size = { default = 3, min = 3, max = 9, help = "columns and rows" } },
---  state = function(o)
---    return { board = lab.grid { columns = o.size, rows = o.size, marks = ".XO" } }
---  end,
---  moves = function(s) return s.board:empty() end,
---  play = function(s, cell, seat) s.board[cell] = seat end,
---  outcome = function(s, mover)
---    if s.board:has_line(mover, 3) then return mover end
---    return s.board:full() and "draw" or nil
---  end,
---  evaluate = function(s, seat)
---    local mine, theirs = s.board:line_score(seat, 3, 4), s.board:line_score(3 - seat, 3, 4)
---    return (mine + 1) / (mine + theirs + 2)
---  end,
---  text = function(s, cell) return s.board:name(cell) end,
---  describe = function(s, cell) return { kind = "lay", to = s.board:name(cell) } end,
---  draw = function(s) return s.board:draw() end,
---  scene = function(s) return { board = s.board, notes = { "Three in a row win." } } end,
---}
---print(game:start():play("b2 a1 b1 a2 b3"):winners()[1])  --> 1
---print(lab.game(game, { size = 4 }):start():count())      --> 16
---```
---
---```lua
----- Points, teams and turns: take one or two stones; each is a point for the team, but after two
----- the next player is skipped.
---local game = lab.rules {
---  players = 4,
---  teams = { { 1, 3 }, { 2, 4 } },
---  state = { stones = 1, points = { 4 } },
---  start = function(s) s.stones = 9 end,
---  moves = function(s) return s.stones > 1 and { 1, 2 } or { 1 } end,
---  play = function(s, n, seat) s.stones, s.points[seat] = s.stones - n, s.points[seat] + n end,
---  next_seat = function(_, seat, n) return n == 2 and (seat + 1) % 4 + 1 or nil end,
---  score = function(s) return { table.unpack(s.points) } end,
---  outcome = function(s) return s.stones == 0 or nil end,    -- true: the score decides
---}
---local s = game:start():play "2 2 1 2 2"
---print(table.concat(s:score(), " "), table.concat(s:winners(), " "))  --> 3 2 2 2	1 3
---```
---
---```lua
----- Dice: go as far as the die says, or stay; you must reach 10 exactly, beyond it you start again.
---local game = lab.rules {
---  state = { place = { 2 }, die = 1 },
---  chance = function(s) return s.die == 0 and { 1, 2, 3, 4, 5, 6 } or nil end,
---  roll = function(s, face) s.die = face end,
---  moves = function() return { 0, 1 } end,
---  play = function(s, go, seat)
---    local place = s.place[seat] + go * s.die
---    s.place[seat], s.die = place <= 10 and place or 0, 0
---  end,
---  outcome = function(s, mover) return mover > 0 and s.place[mover] == 10 and mover or nil end,
---}
---print(lab.percent(lab.solve(game).win[1]))  --> 54.1%
---```
---
---```lua
----- Cards: each player has one of three. Seat 1 folds (0) or shows (1); then the higher card wins.
---local game = lab.rules {
---  state = { card = { 2 }, over = 1, winner = 1 },
---  start = function(s, rng) s.card[1], s.card[2] = table.unpack(rng:shuffle { 1, 2, 3 }) end,
---  moves = function() return { 0, 1 } end,
---  play = function(s, show)
---    s.over, s.winner = 1, show == 1 and s.card[1] > s.card[2] and 1 or 2
---  end,
---  outcome = function(s) return s.over == 1 and s.winner or nil end,
---  observe = function(s, seat) s.card[3 - seat] = 0 end,
---  redraw = function(s, seat, rng)
---    local others = { { 2, 3 }, { 1, 3 }, { 1, 2 } }
---    s.card[3 - seat] = rng:pick(others[s.card[seat]])
---  end,
---}
---local s = game:start(lab.rng(1))
---print(table.concat(s.card, " "), table.concat(s:copy():observe(1).card, " "))  --> 1 3	1 0
---```
---@class RulesDefinition
---@field name? string default: that of the file
---@field title? string the name for people; default: `name`
---@field summary? string one line
---@field about? string rules and notation for a player
---@field players? integer|(fun(options: Options): integer) default: the option `players`, or 2
---@field teams? Seat[][]|(fun(options: Options): Seat[][]) default: every seat for itself
---@field options? OptionDefinitions what a spec can set, as in "mygame.lua:size=7"; every function gets the values
---@field state? table<string, FieldShape>|(fun(options: Options): table<string, FieldShape>) the fields of a position, all 0 at first
---@field start? fun(s: State, rng: Rng, options: Options) sets up the first position, if zeros are not enough
---@field moves fun(s: State, seat: Seat, options: Options): Move[] the legal moves, from 0 to 2^30 - 1; if there are none, the seat passes
---@field play fun(s: State, move: Move, seat: Seat, options: Options): Seat? returns the seat to move, nil for the next in order
---@field chance? fun(s: State, seat: Seat, options: Options): Chance? what nature can do before the seat moves; nil: nothing
---@field roll? fun(s: State, move: Move, seat: Seat, options: Options): Seat? plays a move of nature
---@field observe? fun(s: State, seat: Seat, options: Options) blanks what a seat does not see
---@field redraw? fun(s: State, seat: Seat, rng: Rng, options: Options) fills in what the seat cannot exclude
---@field next_seat? fun(s: State, seat: Seat, move: Move, options: Options): Seat? the seat to move; nil for what `play` returned
---@field outcome? fun(s: State, mover: Seat, options: Options, move: Move?): OutcomeAnswer move is nil in a position that was set up
---@field score? fun(s: State, options: Options): number[] the points of each seat, in any position
---@field evaluate? fun(s: State, seat: Seat, options: Options): Value the value of a position, for search
---@field text? fun(s: State, move: Move, options: Options): string printable characters without spaces
---@field draw? fun(s: State, options: Options): string the position as plain text; default: its fields
---@field scene? fun(s: State, options: Options): Scene the picture, for terminals and reports
---@field describe? fun(s: State, move: Move, options: Options): MoveDescription? nil for the usual parts
---@field max_moves? integer limit on the legal moves of a position; default 1024
---@field max_plies? integer ply limit; default 1000
---@field example? string a line of moves from the start

return lab

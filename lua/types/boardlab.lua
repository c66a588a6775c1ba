---@meta boardlab

-- Type annotations for lua-language-server (LuaLS): everything that scripts, bots,
-- variants and games can use. This file has the module; games.lua has games and positions,
-- grids.lua boards, definitions.lua what files return. None of them is ever run; lua/reference
-- writes the Lua reference from them (`boardlab reference`).
--
-- To use them, add this folder to "Lua.workspace.library". lab.game(...):start() returns a
-- plain State; name the game's own class to get its accessors as well:
--
--   ---@type QuoridorState
--   local s = lab.game("quoridor"):start()
--
-- Give your own fields or vars a class, too:
--
--   ---@class PieState: QuoridorState
--   ---@field ply integer

-- ---- basic types -----------------------------------------------------------

---@alias Seat integer      # a player, numbered from 1 in turn order
---@alias Move integer      # a legal move of a position, as a number; State:text(move) says which
---@alias Cell string       # a column letter and a row number, such as "b2"
---@alias OptionValue integer|number|boolean|string # of an option of a game or a bot
---@alias Options table<string, OptionValue> # the values of options, by name
---The values of variables at the start of a game, by name. A string names a part of a move: the
---variable is that part of the last move.
---@alias Vars table<string, integer|integer[]|GridShape|FieldKind|string>

-- ---- the module ------------------------------------------------------------

---@class boardlab
---@field version string of boardlab, such as "0.1.0"
---@field commit string of the sources it was built from, followed by + if they had been changed; "unknown" if it is not known
---@field pass Move the pass move, the same number in every game that has one
---@field hidden integer what `observe` writes for a card that a seat does not see, in a field with a kind
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
---every machine. Files of bots and games get other streams than scripts, so that no bot can
---deal itself the cards of a run.
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
----- Whoever reaches 21 wins; a move adds 1, 2 or 3.
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
---print(lab.percent(moves[1].value), moves[1].depth)  --> 50.1%	3
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
---@field c? number exploration constant of UCT; default 0.1 to 0.4 with an evaluation, otherwise 0.7
---@field playouts? integer playouts from each new position; default 1
---@field playout_plies? integer truncate playouts after so many plies and evaluate; -1: never; default 0 with an evaluation, otherwise -1
---@field margin? boolean play for the margin as well as for the win, in games with scores; nothing is proven then
---@field bias? number weight of the evaluation in move selection (progressive bias), in visits; default 10 with an evaluation, otherwise 0
---@field memory? integer memory limit of the tree in MB; default 64; in plugins at most half of --memory
---@field evaluate? fun(s: State, seat: Seat): Value replaces the game's own evaluation
---@field weights? string a file of `boardlab learn` that replaces it; in a bot or rules, one beside their own file
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
---@field ms? integer time limit in milliseconds, at any depth unless `depth` is given; scripts only
---@field all? boolean compute the exact value of every move, not only of the best
---@field margin? boolean play for the margin as well as for the win, in games with scores
---@field paranoid? boolean with more than two sides: assume that all others play against the seat to move
---@field table? integer size of the transposition table in MB; default 64; in plugins at most half of --memory
---@field evaluate? fun(s: State, seat: Seat): Value replaces the game's own evaluation
---@field weights? string a file of `boardlab learn` that replaces it; in a bot or rules, one beside their own file
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
---@field plies integer? plies to a win or loss the search has seen; with more than two sides, if all others play against it
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

---Plays games between bots and returns each result. It uses the same random streams as lab.simulate. Scripts only.
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
---@field outcome "win"|"loss"|"draw"|"truncated"|"forfeit" "loss": nobody has won; "truncated": stopped at the ply limit
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
---of games per seating (default 100). Scripts only.
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

---Plays one run for each combination of option values, all with the same seed. Scripts only.
---```lua
---local sweep = lab.sweep { game = "quoridor:size=5", vary = "walls=0..4/2", games = 300 }
---for _, run in ipairs(sweep) do print(run.run, run.plies.median) end
-----> walls=0	27
-----> walls=2	43
-----> walls=4	56
---print(sweep.verdict[1])
-----> With walls up by 2, games are 26.4 (21.1 to 31.3) plies longer (p < 0.0001).
---```
---@param plan SweepPlan what to play, and which options to vary
---@return SweepResults
function lab.sweep(plan) end

---Doubles a bot's budget level by level. At each level the bot plays itself, and plays
---the level below from every seat. Every run has a seed of its own, derived from `seed`.
---Scripts only.
---```lua
---local ladder = lab.ladder { game = "orbital", bot = "mcts", double = "iterations=2", levels = 3,
---  games = 50 }
---for _, level in ipairs(ladder) do
---  print(level.bot, level.against and level.against.won.rate)
---end
-----> mcts:iterations=2	nil
-----> mcts:iterations=4	0.6
-----> mcts:iterations=8	0.66
---```
---@param plan LadderPlan the bot, and the option to double
---@return LadderLevel[] levels those that were played, weakest first
function lab.ladder(plan) end

---Studies a game: a ladder from random players to the learned player, and what its strongest
---games show, within a budget. The result is the game card. With `changed`, studies both games
---and says what differs by more than chance. `lab.report` makes a page of it. Scripts only.
---```lua
---local card = lab.study { game = "games/nim.lua", budget = "tiny", out = "card" }
---print(lab.number(card.skill.skill_levels))           --> 2.8 (2.3 to 3.3)
---print(card.fair.perfect_score.value)                 --> 0.0
---print(lab.percent(card.choices.late.forced_rate))    --> 51.7% (39.3 to 63.8)
---print(#card.levels, #card.verdict, lab.report(card)) --> 4	7	card/report.html
---```
---@param plan StudyPlan what to study, and how much to play
---@return StudyResult|StudyChange # the card; with `changed`, both cards and what differs
function lab.study(plan) end

-- ---- results ---------------------------------------------------------------

---Computes every metric of a run, with 95% intervals: stats.run.balance,
---stats.seat[1].win_rate, stats.cell.b2.rate, stats.ply[3].branching_mean. The metrics of
---the scopes complexity, ply, cell, kind, opening, waiting, tension, lead, choices and kingmaking come from a sample: the first games of
---the run, whose moves are read from moves.csv or, if it does not have them, played again. analysis/statistics.md defines
---all metrics. If bots changed seats, the result has the fields of Standings as well. Scripts only.
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
---compared in it, as by `lab.compare`. Scripts only.
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
---comparisons; their claims are adjusted for all of them. Scripts only.
---```lua
---local usual = lab.simulate { game = "tictacdoh", games = 2000, out = "usual" }
---local small = lab.simulate { game = "tictacdoh:small=2", games = 2000, out = "small" }
---local c = lab.compare(usual, small)
---print(c.paired, lab.percent(c.draw.a), lab.percent(c.draw.b))  --> true	4.0%	9.4%
---print(c.draw.p_holm < 0.05, #c.verdict)                        --> true	7
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
---@field correlation? number between games with the same number in two runs with the same seed
---@field pairing? number correlation of the two games of a pair
---@field tests? integer number of tests that claims are adjusted for; default: 1, and between two runs as many as compare makes

---Numbers of games, of each run if there are two; or the smallest differences (math.huge: none).
---@class PlanResult
---@field seats number? one run: between the win rates of two seats
---@field runs number? two runs with different seeds: in the win rate of a seat; nil if `rate` leaves no room for the difference
---@field paired_runs number? two runs with the same seed; needs `correlation`
---@field match number? two bots
---@field paired_match number? two bots in pairs of games; needs `pairing`

---How many games show a difference, and which differences a number of games shows: see
---boardlab plan. Takes one of difference, elo and games. Scripts only.
---```lua
---local plan = lab.plan { difference = 0.02, draws = 0.1 }    -- 2 points between win rates
---print(plan.seats, plan.runs)                             --> 17753	14500
---print(lab.plan({ elo = 20 }).match)                      --> 2367
---print(lab.number(lab.plan({ games = 10000 }).seats, 3))  --> 0.028
---```
---@param options PlanOptions the question, and what is assumed about the games
---@return PlanResult
function lab.plan(options) end

---Returns a rate in percent, as all of boardlab's output shows it. An estimate, such as
---run.seat[1], is shown with its interval. Scripts only.
---```lua
---print(lab.percent(0.554))  --> 55.4%
---local run = lab.simulate { game = "orbital", games = 500 }
---print(lab.percent(run.seat[1]))  --> 54.6% (50.2 to 58.9)
---```
---@param rate number|Rate|Estimate|Metric from 0 to 1, or an estimate of such a number
---@return string
function lab.percent(rate) end

---Returns a number, or an estimate with its interval, as all of boardlab's output shows it.
---For rates, use lab.percent. Scripts only.
---```lua
---print(lab.number(13.94), lab.number(13.94, 2))  --> 13.9	13.94
---local run = lab.simulate { game = "orbital", games = 500 }
---print(lab.number(run.plies))  --> 26.0 (25.6 to 26.4)
---```
---@param number number|Lengths|Estimate|Metric a number, or an estimate of one
---@param decimals? integer 0 to 6; default 1
---@return string
function lab.number(number, decimals) end

---Returns a rating, a difference or a bonus from the standings of a run, in Elo with its interval; "at least +317" or
---"at most -317" if the points set only one bound, "unknown" if none. Scripts only.
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
---become numbers, empty fields nil: the winner of a game is 1, "1+3" if several seats won, or nil.
---With a function, passes the rows to it one by one,
---for files of any size; if it returns false, reading stops. Scripts only.
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
---print(lab.number(stats.tension.eval.lead_changes))  --> 17.7 (10.2 to 25.2)
---```
---@class StatsOptions
---@field sample? integer number of games to replay move by move; default 1000, 0 for none
---@field tension? boolean measure who leads in each position of the sample, and whether choices matter; with slow rules in fewer games
---@field oracle? string what judges that: "eval" (the default), "playouts=N", "mcts:iterations=N" or "weights:FILE", also with ":power=P"
---@field jobs? integer threads

---```lua
---local run = lab.simulate { game = "orbital", games = 50, out = "games" }
---print(lab.report(run, { out = "short.html", sample = 10, replays = 2 }))  --> short.html
---```
---@class ReportOptions: StatsOptions
---@field out? string path of the report, which only replaces another report; default: report.html in the folder or, for several, here
---@field replays? integer games of each run to include, at most 32; default 8

---@class Metric
---@field value number? nil if there was nothing to measure
---@field low number? lower end of the 95% interval, if there is one
---@field high number? upper end
---@field n integer the number of games behind the value
---@field reason string? why there is no value, or this one

---Metrics by scope, key and name. The scopes run, complexity and waiting have no keys.
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
---@field choices table<string, table<string, Metric>>? by third of the game, such as stats.choices.early.choice_gain, and `all`
---@field kingmaking table<string, table<string, Metric>>? by oracle; only for games of more than two sides
---@field waiting table<string, Metric>? only for games of more than two seats
---@field people PeopleSaid? only for collected runs

---What people said, and how they played.
---@class PeopleSaid
---@field opponents PeopleAgainst[] none if the games are not of one person against one bot
---@field questions NumericQuestion[] those of which all answers are whole numbers
---@field answers PersonsAnswer[] the answers to the others
---@field games PeopleGames[] one row

---Results of people against a bot.
---@class PeopleAgainst
---@field opponent string "casual", or the bot
---@field bot string? that the level stands for
---@field games integer
---@field won integer by people
---@field lost integer
---@field drawn integer
---@field unfinished integer

---@class NumericQuestion
---@field question string
---@field answered integer in so many games
---@field mean Estimate? only of at least 10 answers
---@field answers string "3 ×1, 4 ×5"

---@class PersonsAnswer
---@field question string
---@field answer string
---@field name string?
---@field seat string "1", or "1, 2" if people play several
---@field result string "won", "lost", "drawn", "not finished" or "forfeited"; of several people who wins
---@field game integer its number in games.csv

---@class PeopleGames
---@field games integer
---@field hints integer games in which hints were asked for
---@field undos integer games in which moves were taken back
---@field seconds number? median of a move of people
---@field moves integer moves whose time is known

---@class Difference: Metric
---@field a number the first run's value
---@field b number the second run's value
---@field p number? p-value of the test that there is no difference; nil if nothing is tested
---@field p_holm number? adjusted for all tests (Holm); sentences claim what is below 0.05
---@field correlation number? between the runs in the same game, if they are paired
---@field gain number? how many times as many games unpaired runs would need

---A row for each metric. Those of moves have names of two words: comparison["kind wall"] is the share of
---moves of that kind, comparison["opening e2"] that of games that begin with that move.
---@class Comparison
---@field seat1 Difference seat1, seat2, … for all seats that both runs have
---@field gap Difference the largest difference between two sides' win rates, over decided games
---@field draw Difference share of games that are drawn
---@field truncated Difference share of games stopped at the ply limit
---@field forfeit Difference share of games in which a bot failed
---@field plies Difference mean length of a game
---@field like Difference? where people played one run and one bot the other: share of positions in which that bot makes the same move
---@field chance Difference? the same of players of random moves
---@field paired boolean whether the runs were compared game by game
---@field verdict string[] the findings, as sentences
---@field notes string[] what to bear in mind, as sentences

---Searches for the option values that come closest to the goals. It drops the candidates
---that miss a goal with 95% confidence and, after each round, those that another one beats with
---confidence; the others play on. Scripts only.
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
---@field win number[] how likely each seat is to win after it
---@field draw number how likely a draw is

---The result for a game of chance.
---@class ChanceResult
---@field win number[] how likely each seat is to win if all play perfectly
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
---local deadline = os.time() + 3600
---local run = lab.simulate {
---  game = "quoridor:size=5",
---  bots = { "alphabeta:depth=2", "alphabeta:depth=1" },
---  rotate = true,
---  pairs = true,                 -- the same opening, seats swapped
---  opening = 4,                  -- four random plies
---  sprt = "elo0=0,elo1=60",      -- stop once it is decided which bot is stronger,
---  progress = function() return os.time() < deadline end,    -- or after an hour
---}
---print(run.match.sprt.decision, run.games)  --> H1	100
---```
---@class RunPlan
---@field game Game|string what is played: a game or its spec
---@field bots? string|string[] one spec for each seat, or one for all seats; default random
---@field rotate? boolean give every bot every seat equally often
---@field games? integer default 1000, or 1000000 with `stop_when` or `sprt`, rounded up to whole rounds of seatings
---@field stop_when? string stop once a rate or the margin is known to this precision: "seat1=1%", "draw=0.5%", "margin=0.5"
---@field pairs? boolean play the games in pairs: the same opening and rolls, seats swapped; not in a sweep
---@field opening? integer play this many plies at random at the start of each game; default 0; not in a sweep
---@field sprt? string stop once a sequential test between two bots has decided: "elo0=0,elo1=20"; not in a sweep
---@field seed? integer default 1
---@field max_plies? integer ply limit: longer games are truncated; default: the game's own limit
---@field jobs? integer threads; default one per core
---@field out? string a new folder for the CSV files
---@field moves? boolean keep the moves of all games in moves.csv, not only of the first
---@field resume? boolean continue the run in `out`, if there is one; or give a complete one more games
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
---local deadline = os.time() + 3600
---local ladder = lab.ladder {
---  game = "quoridor:size=5",
---  bot = "mcts",
---  double = "iterations=5",    -- 5, 10 and 20
---  levels = 3,
---  games = 20,
---  progress = function() return os.time() < deadline end,    -- stop after an hour
---}
---print(#ladder, ladder[3].value, lab.percent(ladder[3].against.won))  --> 3	20	95.0% (76.4 to 99.1)
---```
---@class LadderPlan
---@field game Game|string what is played: a game or its spec
---@field bot string a spec without the option that is doubled
---@field double string the option and its first value: "rounds=10"
---@field levels? integer default 5
---@field below? string a weaker bot for one level below, such as "random"
---@field above? string a stronger bot for one level above
---@field games? integer per run, default 200; against the level below, rounded up to a multiple of the seats
---@field seed? integer default 1
---@field max_plies? integer ply limit: longer games are truncated; default: the game's own limit
---@field jobs? integer threads; default one per core
---@field out? string a new folder for the CSV files
---@field moves? boolean keep the moves of all games in moves.csv, not only of the first
---@field resume? boolean continue the ladder in `out`, if there is one; levels and games may be increased
---@field progress? fun(done: integer, games: integer): boolean? called about ten times a second; return false to stop

---```lua
---local deadline = os.time() + 3600
---local change = lab.study {
---  game = "games/nim.lua",
---  changed = "games/nim.lua:tokens=6",
---  budget = "tiny",
---  out = "change",    -- the folders change/before and change/after
---  progress = function() return os.time() < deadline end,    -- stop after an hour
---}
---print(change.before.fair.perfect_score.value, change.after.fair.perfect_score.value)  --> 0.0	1.0
---for _, row in ipairs(change.changes) do
---  if row.figure == "legal moves" and row.p < 0.0001 then print(row.old, row.new) end
---end
-----> 5.5 (5.4 to 5.7)	13.7 (12.9 to 14.4)
---```
---@class StudyPlan
---@field game Game|string what is studied: a game or its spec
---@field changed? Game|string the game after a change
---@field budget? "tiny"|"small"|"medium"|"large" how much to play: about 3 seconds, 1, 5 and 30 minutes on two cores; default "small"
---@field people? string the folder of a run of this game that people have played (boardlab collect): the card says what they do with it
---@field like? string the folder of a study to compare with: the same levels and judge, if there is work for them, and the next seed
---@field seed? integer default 1
---@field max_plies? integer ply limit: longer games are truncated; default: several times the usual length
---@field jobs? integer threads; default one per core
---@field out string a new folder for the card and its games; with `changed`, for two folders
---@field resume? boolean continue the study in `out`, if there is one
---@field progress? fun(done: integer, games: integer): boolean? called about ten times a second; return false to stop

---Goals, and the option values to try.
---```lua
---local deadline = os.time() + 3600
---local tuned = lab.tune {
---  game = "quoridor:size=3",
---  vary = "walls=0..3",
---  goals = "seat1=35..60%",
---  levels = { "random", "mcts:iterations=20" },    -- the goal is to be met with both
---  each = 400,                                      -- games of a candidate with one of them
---  progress = function() return os.time() < deadline end,    -- stop after an hour
---}
---print(tuned.candidates[1].name, tuned.complete)  --> walls=0	true
---```
---@class TunePlan
---@field game Game|string what is played: a game or its spec, with the options that do not vary
---@field vary string|string[] such as { "walls=4..12", "size=5,7,9" }
---@field goals string|string[] such as { "seat1=50%", "plies=35..45" }; also draw, truncated, forfeit, balance, branching, margin
---@field bots? string|string[] one spec for each seat, or one for all seats; default random
---@field rotate? boolean give every bot every seat equally often; not with goals on seats if the bots are different
---@field levels? string|string[] instead of `bots`: bots that each play all seats; the goals must be met with every one of them
---@field opening? integer play the first plies of each game at random
---@field games? integer limit for all candidates and the check of the nearest together; default 1000000
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
---may be beyond what is known: it is then math.huge.
---@class Lengths
---@field mean number in plies
---@field low number? of the mean's 95% interval; nil with fewer than 300 games, if all are equally long, or if it depends on a few
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
---@field losses CountedRate games that all lose: nobody wins
---@field draws CountedRate games that are drawn
---@field truncated CountedRate games stopped at the ply limit
---@field forfeits CountedRate games in which a bot failed
---@field plies Lengths how long games are
---@field scores number[]? the mean score of each seat, in games that have scores
---@field margin { mean: number, low: number?, high: number?, sd: number }? of the first side: its score minus the best of the others
---@field passes number per game
---@field branching { mean: number, max: integer } legal moves per position
---@field reason string? the reason for the first forfeit
---@field trace string? where it happened: the functions that were running, and the moves before, in several lines
---@field verified integer? number of games played again, if the plan has `verify`
---@field match Match? of two bots, if the plan has `pairs` or `sprt`

---A match between two bots: the points of the first against the second.
---@class Match
---@field score number points per game, from 0 to 1
---@field low number lower end of its 95% interval; with `sprt`, of an anytime-valid one
---@field high number upper end
---@field elo number the score on the logistic scale
---@field elo_low number lower end of its 95% interval
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
---@field nodes number? positions searched per game; nil without games

---A rating in Elo with its 95% interval. A bot's is relative to the mean of the largest group of bots between which
---the points set bounds. If everything was won, `rating` and `high` are `math.huge`, and `low` is a one-sided 95% bound;
---likewise if everything was lost. A field that is not known is nil.
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
---@field p number? two-sided p-value of the exchange test; nil with `sprt`, which it does not allow for
---@field p_holm number? the same, adjusted for all pairs (Holm)
---@field los number? likelihood of superiority: that `bot` is stronger; nil with `sprt`
---@field head HeadToHead the games in which both play

---@class HeadToHead
---@field score Estimate? the share that `bot` has of the points of the two; nil if there are none
---@field p number? two-sided p-value of the test that both score the same
---@field p_holm number? the same, adjusted for all pairs (Holm)
---@field games integer
---@field shown boolean whether it is shown which bot is ahead

---How many Elo more a seat helps a bot than the average bot, with its 95% interval.
---@class SeatBonus: Score
---@field bot string its spec
---@field seat string "1", or "1+3" for a team
---@field bonus number? in Elo
---@field low number? lower end of the interval
---@field high number? upper end

---Whether seats help some bots more than others: a list of bonuses, and their test.
---@class Interaction: SeatBonus[]
---@field chi_square number statistic of the test that all bonuses are 0
---@field p number p-value of that test
---@field freedom integer its degrees of freedom

---@class Standings
---@field ratings RatedBot[] best first
---@field seat_ratings RatedSeat[] the advantage of each seat against the average other seat, adjusted for the bots' strength
---@field pairs BotPair[] every pair of bots, in the order of the ratings
---@field interaction Interaction? nil if there are only two bots with two sides, or too many
---@field crosstable CrossScore[] every bot in every seat against every other

---@class TournamentResult: RunResult, Standings

---@class SweepResult: RunResult
---@field run string its folder in `out`: "walls=4,size=5"
---@field values Options the varied options

---What the runs of a sweep show together; analysis/formats.md has the columns (sweep_trends.csv).
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
---@field elo Estimate? the score as a rating difference; infinite if it is 0 or 1
---@field distinct integer number of distinct games, estimated if there are 64 or more

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
---@field distinct integer number of distinct games, estimated if there are 64 or more
---@field margin { mean: number, low: number?, high: number? }? of the first side in decided games; nil in games without scores
---@field against LadderAgainst? nil on the first level, and while no games have been played

---The games between equals on a level of a study.
---@class StudyLevel
---@field level string "random", "iterations=16", …, or the spec of the learned player
---@field games integer between equals
---@field seat Estimate[] each seat's or team's share of the points; draws are shared
---@field draws number? share of the games with a result
---@field score Estimate? against the level before; nil on the first
---@field plies Estimate? mean length of a game

---The game card: its figures by line, by what they are of, if they are of something, and by
---name, like the rows of study.csv: card.size.branching_mean, card.choices.late.forced_rate,
---card.fair["random, seat 1"].score. The lines and figures are those that the game has.
---@class StudyResult
---@field game string its spec
---@field budget "tiny"|"small"|"medium"|"large"
---@field complete boolean false if it was stopped: there are then no figures
---@field out string the folder
---@field refused string? why there is little to study: the rules fail, games do not end, …
---@field verdict string[]? a sentence for each line of the card
---@field levels StudyLevel[]? from random players to the strongest
---@field fair table<string, table<string, Metric>|Metric>? by players and seat; and perfect_score
---@field skill table<string, Metric>?
---@field choices table<string, table<string, Metric>>? by third of the game, and `all`
---@field open table<string, Metric>?
---@field others table<string, Metric>? only for games of more than two sides
---@field variety table<string, Metric>?
---@field rules table<string, table<string, Metric>>? by kind of move, and by option
---@field size table<string, table<string, Metric>|Metric>? by players; and legal moves, the game tree, positions
---@field people table<string, table<string, Metric>|Metric>? only with `people`: by seat and difference; lengths, agreement

---A figure of both cards.
---@class StudyChangeRow
---@field line string of the card, such as "Fair?"
---@field figure string its title
---@field of string? what it is of
---@field old string the value before the change, with its interval
---@field new string the value after it
---@field change string the difference, with its interval
---@field p number? p-value of no difference, adjusted for all figures (Holm)

---What a change did.
---@class StudyChange
---@field before StudyResult
---@field after StudyResult
---@field complete boolean false if one of the studies was stopped
---@field out string the folder of both
---@field verdict string[]? what differs by more than chance
---@field changes StudyChangeRow[]? all figures that both cards have with an interval

---A candidate's value for one goal. The intervals are anytime-valid confidence
---sequences: with 95% confidence all of them hold at once, after every round, for all
---candidates, levels and goals.
---@class GoalValue
---@field value number? nil for the balance if no game has a result
---@field low number? nil if there are too few games
---@field high number? upper end of the interval
---@field distance number from the goal, 0 if it is met; for games without a result, the worst case is assumed

---@class TuneRow
---@field name string "walls=4,size=5"
---@field game string its spec
---@field values Options the varied options
---@field games integer games played; if 0, nothing is known about the candidate
---@field undecided Rate? share of its games without a result, truncated or forfeited; for a candidate, at the level with the most of them
---@field pareto boolean on the Pareto front: no other candidate appears better in all goals
---@field dropped integer? the round in which it was dropped
---@field misses string? the goal it was dropped for, which it misses with 95% confidence; nil if beaten, or always the same game
---@field goals table<string, GoalValue>? by name, such as "seat1"; for a candidate, each at the level farthest from it

---A candidate's games at one level of play.
---@class CandidateLevel: TuneRow
---@field bots string the spec of its bot, or of several, separated by spaces, if they were seated one by one
---@field draws Rate? share of all games
---@field truncated Rate? share of all games
---@field forfeits Rate? share of all games
---@field distinct integer? number of distinct games, estimated if there are 64 or more

---@class Candidate: TuneRow
---@field levels CandidateLevel[] its games at each level of play

---@class TuneResult
---@field rounds integer how many rounds were played
---@field games integer of all candidates together, and of the check of the nearest
---@field complete boolean false if it was stopped
---@field out string? the folder of its files, if the plan has `out`
---@field pareto_front Candidate[] those closest to all goals first
---@field candidates Candidate[] all candidates, the Pareto front first; luck helps the first ones: tune.csv has a check with new games

return lab

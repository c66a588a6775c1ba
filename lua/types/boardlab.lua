---@meta boardlab

-- What a script, bot, variant or game can use, for editors that know LuaLS
-- annotations (lua-language-server). Nothing here is ever run.
--
-- Put the folder of this file into "Lua.workspace.library". What lab.game gives
-- starts plain positions; say which game they are of to have its questions, too:
--
--   ---@type QuoridorState
--   local s = lab.game("quoridor"):start()
--
-- and give fields or vars of your own a class:
--
--   ---@class PieState: QuoridorState
--   ---@field ply integer

---@alias Seat integer      # a player, counted from 1 in turn order
---@alias Move integer      # what a number means depends on the game and the position
---@alias Cell string       # a column letter and a row number, such as "b2"
---@alias OptionValue integer|number|boolean|string
---@alias Options table<string, OptionValue>

-- ---- the module ------------------------------------------------------------

---@class boardlab
---@field version string
---@field pass Move the pass of every game that has one
---@field search boardlab.search
local lab = {}

---Opens a game: "quoridor", "dorix:players=3", "variants/mine.lua:size=7".
---Raises an error that says what is wrong with it.
---@param spec string a name or a file, with options that differ from the defaults
---@param options? Options more of them, such as { players = 4 }
---@return Game
function lab.game(spec, options) end

---A generator of random numbers. The same seed and index give the same stream.
---@param seed integer
---@param index? integer of the stream among those of the seed; 0 if left out
---@return Rng
function lab.rng(seed, index) end

---Marks a table as the rules of a game. A rule file returns it.
---@param definition RulesDefinition
---@return RulesDefinition
function lab.rules(definition) end

---Marks a table as a variant of a game. A variant's file returns it.
---@param definition VariantDefinition
---@return VariantDefinition
function lab.variant(definition) end

-- ---- searches --------------------------------------------------------------

---@class boardlab.search
local search = {}

---Grows a tree by random games, or by what an evaluation says of positions.
---@param state State in which the game is on
---@param options? MctsOptions
---@return Move best
---@return MctsMove[] moves all of them, the best first
function search.mcts(state, options) end

---Follows all lines of play to a depth: alpha-beta, and max^n for more than two sides.
---@param state State in which the game is on
---@param options? AlphabetaOptions
---@return Move best one of them by lot, if several are as good
---@return AlphabetaMove[] moves all of them, the best first
function search.alphabeta(state, options) end

---The chance to win of the seat to move, from 0 to 1; or a list with that of each seat.
---@alias Worth number|number[]

---@class MctsOptions
---@field iterations? integer 1000 if left out
---@field ms? integer milliseconds, instead of iterations; only in scripts
---@field c? number how much is tried of what was tried little
---@field playouts? integer for a new position; 1 if left out
---@field cut? integer plies after which playouts are evaluated; -1: never
---@field bias? number how many visits the evaluation of a move counts for
---@field memory? integer megabytes for the tree; 64 if left out
---@field evaluate? fun(s: State, seat: Seat): Worth instead of the game's own
---@field policy? fun(s: State, rng: Rng): Move|string chooses the moves of playouts
---@field rng? Rng the stream of the game if left out

---@class MctsMove
---@field move Move
---@field visits integer
---@field worth number? the chance of the seat to move; nil if it was not tried
---@field proven boolean the worth is certain

---@class AlphabetaOptions
---@field depth? integer plies to look ahead, up to 100; 4 if left out
---@field nodes? integer positions to look at, at most; any number if left out
---@field ms? integer milliseconds, at most; only in scripts
---@field all? boolean the exact worth of every move, not only of the best
---@field paranoid? boolean with more than two sides: all others against the one to move
---@field table? integer megabytes for remembering positions; 64 if left out
---@field evaluate? fun(s: State, seat: Seat): Worth instead of the game's own
---@field rng? Rng decides between moves that are as good

---@class AlphabetaMove
---@field move Move
---@field worth number the chance of the seat to move; at most that, if it is not exact
---@field depth integer plies it was searched to; 0 if there were no nodes left
---@field plies integer? to a win or loss that was seen
---@field exact boolean
---@field proven boolean no deeper search can find otherwise
---@field best boolean none is better

-- ---- matches ---------------------------------------------------------------

---Plays games between bots. Only scripts can; plugins have no such function.
---@param game Game|string
---@param bots string[] a spec for each seat, or one for all
---@param seed? integer 1 if left out
---@param games? integer how many; 1 if left out
---@return MatchResult[]
function lab.match(game, bots, seed, games) end

---How a game between bots went.
---@class MatchResult
---@field outcome "win"|"draw"|"truncated"|"forfeit" truncated: stopped at the ply cap
---@field winners Seat[] none for a draw or a truncated game
---@field plies integer
---@field passes integer
---@field forfeiter Seat? whose bot failed
---@field reason string? why it did

-- ---- runs ------------------------------------------------------------------

---Plays many games between bots, on all cores; with `out`, into CSV files. The same
---game, bots, seed and number of games give the same figures and the same bytes. Only
---scripts can.
---@param plan RunPlan
---@return RunResult
function lab.simulate(plan) end

---Every bot against every other in every seat. `games` is for each way to seat them,
---100 if left out.
---@param plan RunPlan `bots` has two or more; no `rotate` or `until`
---@return TournamentResult
function lab.tournament(plan) end

---A run for each combination of option values, all with the same seed.
---@param plan SweepPlan
---@return SweepResult[]
function lab.sweep(plan) end

---A bot at doubling budgets: on each level it plays itself, and the level below from
---every seat. All runs have the same seed.
---@param plan LadderPlan
---@return LadderLevel[] those that were played, the weakest first
function lab.ladder(plan) end

-- ---- what runs say ---------------------------------------------------------

---Every figure of a run, each with its 95% interval: stats.run.balance,
---stats.seat[1].win_rate, stats.cell.b2.rate, stats.ply[3].branching_mean. Those of
---choice, ply, cell, kind, opening and tension come from the first games of the run,
---whose moves are read from moves.csv or played again. analysis/README.md defines them.
---@param folder string|RunResult of a run that was written to a folder
---@param options? StatsOptions
---@return Stats
function lab.stats(folder, options) end

---Writes one page of HTML about runs, tournaments, sweeps and ladders.
---@param folders string|RunResult|(string|RunResult)[]
---@param options? ReportOptions
---@return string # the page's path
function lab.report(folders, options) end

---What differs between two runs: comparison.seat1, .gap, .draw, .plies and so on, the
---other less the one. Runs with the same seed are compared game by game.
---@param one string|RunResult
---@param other string|RunResult
---@return Comparison
function lab.compare(one, other) end

---The rows of a CSV file by the names of its columns. What reads as a number is one;
---what is empty is nil. With a function, it gets the rows one by one, for files of any
---size; false ends the reading.
---@param path string
---@param each? fun(row: table<string, string|number>): boolean?
---@return table<string, string|number>[]|integer # the rows; with a function, how many it got
function lab.read_csv(path, each) end

---@class StatsOptions
---@field sample? integer games to look into move by move, from the first; 1000 if left out, 0 for none
---@field tension? integer random games from each position of them, to see who leads; none if left out
---@field jobs? integer threads

---@class ReportOptions: StatsOptions
---@field out? string the page; report.html in the folder, or in the current one for several
---@field replays? integer games of each run to show, at most 32; 8 if left out

---@class Figure
---@field value number
---@field low number? of the 95% interval, if there is one
---@field high number?
---@field n integer the games behind it

---Figures by scope, key and metric; run, choice and tension have no keys.
---@class Stats
---@field run table<string, Figure>
---@field seat table<Seat, table<string, Figure>>
---@field side table<string, table<string, Figure>>? of games with teams
---@field bot table<string, table<string, Figure>>
---@field length table<integer, table<string, Figure>> by plies
---@field choice table<string, Figure>?
---@field ply table<integer, table<string, Figure>>?
---@field cell table<string, table<string, Figure>>?
---@field kind table<string, table<string, Figure>>?
---@field opening table<string, table<string, Figure>>?
---@field tension table<string, Figure>?

---@class Differing: Figure
---@field one number what the first run has
---@field other number what the second has

---@class Comparison
---@field seat1 Differing seat1, seat2, … as far as both have them
---@field gap Differing the largest difference between two seats' win rates
---@field draw Differing
---@field truncated Differing
---@field forfeit Differing
---@field plies Differing
---@field paired boolean whether they were compared game by game
---@field verdict string[] sentences

---Finds the option values that come nearest to what is wanted. After each round those
---that another one surely beats are dropped, and the others play on.
---@param plan TunePlan
---@return TuneResult
function lab.tune(plan) end

---Solves a game: the exact value of its first position under perfect play, of each
---move, and a line of best moves. Only scripts can.
---@param game Game|string
---@param options? SolveOptions
---@return SolveResult? result nil if it does not fit into memory, or is no game to solve
---@return string? message why not
function lab.solve(game, options) end

---@class SolveOptions
---@field memory? integer megabytes for the table; 1024 if left out
---@field quick? boolean only find who wins: plies are then those that are enough
---@field within? integer only look for a win that can be forced in so many plies: the result has no moves
---@field plain? boolean take positions that mirror each other for different ones
---@field set? string edit the first position, as in "seat=2 b2=112"
---@field play? string then play these moves, as in "e2 e8 e3h"

---@class SolvedMove
---@field move string
---@field value "win"|"draw"|"loss" for the seat to move
---@field plies integer? to the end, this move included; nil for a draw

---@class SolveResult
---@field value "win"|"draw"|"loss"|"open" for the seat to move; "open": neither side wins within so many plies
---@field winner Seat? the first seat of the side that wins
---@field plies integer? to the end, if somebody wins
---@field positions integer how many were solved
---@field moves SolvedMove[] the best first
---@field line string[] best moves to the end
---@field endless boolean whether the line ends where it had been before

---What is to be played.
---@class RunPlan
---@field game Game|string
---@field bots? string|string[] a spec for each seat, or one for all; random if left out
---@field rotate? boolean give every bot every seat equally often
---@field games? integer 1000 if left out
---@field until? string stop when a rate is known so well: "seat1=1%", "draw=0.5%"
---@field seed? integer 1 if left out
---@field max_plies? integer where games are cut off; the game's own limit if left out
---@field jobs? integer threads; one for each core if left out
---@field out? string a new folder for the CSV files
---@field moves? boolean also write every move, into moves.csv
---@field resume? boolean go on with the run in `out`, if there is one
---@field shard? string play only a part: "3/16"
---@field progress? fun(done: integer, games: integer): boolean? called some ten times a second; false stops the run

---@class SweepPlan: RunPlan
---@field vary string|string[] such as { "walls=4..12", "size=5,7,9" }

---@class LadderPlan
---@field game Game|string
---@field bot string a spec, without the option that is doubled
---@field double string the option and its first value: "rounds=10"
---@field levels? integer 5 if left out
---@field games? integer in each run, 200 if left out; against the level below rounded up to a multiple of the seats
---@field seed? integer 1 if left out
---@field max_plies? integer where games are cut off; the game's own limit if left out
---@field jobs? integer threads; one for each core if left out
---@field out? string a new folder for the CSV files
---@field moves? boolean also write every move, into moves.csv
---@field resume? boolean go on with the ladder in `out`, if there is one; there may be more levels and games
---@field progress? fun(done: integer, games: integer): boolean? called some ten times a second; false stops the ladder

---What is wanted, and of which option values.
---@class TunePlan
---@field game Game|string
---@field vary string|string[] such as { "walls=4..12", "size=5,7,9" }
---@field goals string|string[] such as { "seat1=50%", "plies=35..45" }; also draw, truncated, forfeit, balance, branching
---@field bots? string|string[] a spec for each seat, or one for all; random if left out
---@field rotate? boolean give every bot every seat equally often
---@field games? integer the most for all candidates together; 1000000 if left out
---@field first? integer games of each candidate in the first round; 200 if left out
---@field each? integer the most for one candidate; 50000 if left out
---@field seed? integer 1 if left out
---@field max_plies? integer where games are cut off; the game's own limit if left out
---@field jobs? integer threads; one for each core if left out
---@field out? string a new folder for tune.csv
---@field progress? fun(done: integer, games: integer): boolean? called some ten times a second and after every turn; false stops it

---A share of games with its 95% interval.
---@class Rate
---@field rate number from 0 to 1
---@field low number
---@field high number

---@class CountedRate: Rate
---@field count integer

---@class SeatRate: Rate
---@field won integer games; a forfeit is no win

---@class BotRate: Rate
---@field bot string its spec
---@field games integer two, if it plays for two sides of one
---@field won integer
---@field lost integer
---@field drawn integer
---@field truncated integer
---@field forfeits integer its own
---@field nodes number positions it tried out, a game

---@class Lengths
---@field mean number
---@field low number? of the mean's 95% interval; nil for a single game
---@field high number?
---@field sd number
---@field min integer
---@field p5 integer
---@field median integer
---@field p95 integer
---@field max integer

---What a run came to.
---@class RunResult
---@field game string its spec
---@field seats integer
---@field games integer that were played
---@field complete boolean false if it was stopped
---@field out string?
---@field seat SeatRate[] by seat
---@field bot BotRate[] by bot, in the order named
---@field draws CountedRate
---@field truncated CountedRate cut off at the limit of plies
---@field forfeits CountedRate
---@field plies Lengths
---@field passes number a game
---@field branching { mean: number, max: integer } legal moves at a ply
---@field reason string? of the first forfeit

---@class Score
---@field score number its part of all points, from 0 to 1: draws are shared, cut-off games have none
---@field games integer
---@field won integer
---@field lost integer
---@field drawn integer
---@field truncated integer
---@field forfeits integer its own
---@field walkovers integer that others forfeited
---@field nodes number

---In Elo, with its 95% interval.
---@class Rated: Score
---@field rating number
---@field low number
---@field high number

---@class RatedBot: Rated
---@field bot string

---@class RatedSeat: Rated
---@field seat string "1", or "1+3" for a team

---@class CrossScore: Score
---@field bot string
---@field seat string
---@field opponent string

---@class TournamentResult: RunResult
---@field ratings RatedBot[] the best first
---@field worth RatedSeat[] what each seat is worth
---@field crosstable CrossScore[]

---@class SweepResult: RunResult
---@field run string its folder in `out`: "walls=4,size=5"
---@field values Options the varied options

---A figure with its 95% interval.
---@class Bounded
---@field value number
---@field low number
---@field high number

---The stronger against the level below.
---@class LadderAgainst
---@field below integer the option's value there
---@field games integer
---@field won Rate by the stronger, of all games
---@field drawn Rate of all games
---@field score Bounded its part of the points: draws are shared, a forfeit is lost, cut-off games have none

---@class LadderLevel
---@field value integer of the option
---@field bot string its spec on this level
---@field games integer between equals; so are the figures up to `plies`
---@field complete boolean both its runs; false if it was stopped
---@field seats Rate[] their wins
---@field draws Rate
---@field truncated Rate cut off at the limit of plies
---@field forfeits Rate
---@field balance Bounded 1 less the largest difference between the wins of two sides
---@field plies { mean: number, low: number?, high: number? } a single game has no interval
---@field against LadderAgainst? nil on the first level, and while there are no games

---A figure that is wanted so or so. With 95% all intervals hold, after every round, for
---all candidates and goals at once.
---@class TunedValue
---@field value number
---@field low number? nil if there are too few games
---@field high number?
---@field distance number from the goal; 0 if it is met

---@class Candidate
---@field name string "walls=4,size=5"
---@field game string its spec
---@field values Options the varied options
---@field games integer that were played; 0: nothing is known of it
---@field front boolean no other seems to be better in all goals
---@field dropped integer? the round after which another surely was
---@field goals table<string, TunedValue> by name: "seat1"

---@class TuneResult
---@field rounds integer
---@field games integer of all candidates
---@field complete boolean false if it was stopped
---@field out string?
---@field front Candidate[] the nearest to all goals first
---@field candidates Candidate[] all, the front first

-- ---- games -----------------------------------------------------------------

---A game with its options fixed. tostring gives its spec.
---@class Game
local Game = {}

---The first position. Where it is drawn by lot, rng draws; without one it is
---always the same.
---@param rng? Rng
---@return State
function Game:start(rng) end

---The shortest spec of this game.
---@return string
function Game:spec() end

---@return string
function Game:name() end

---The name of the game at the bottom of a pile of variants.
---@return string
function Game:native() end

---The spec of the game that a variant changes.
---@return string? spec nil if it is no variant
function Game:base() end

---@return integer
function Game:seats() end

---How many can win or lose: seats, or teams of seats.
---@return integer
function Game:sides() end

---The seats that win and lose together with a seat, itself among them.
---@param seat Seat
---@return Seat[]
function Game:team(seat) end

---@param name string
---@return OptionValue
function Game:option(name) end

---All options by name.
---@return Options
function Game:options() end

---Where games between bots, and playouts, are given up.
---@return integer
function Game:max_plies() end

---The texts about a game.
---@return GameTexts
function Game:about() end

---@class GameTexts
---@field title string
---@field summary string one line
---@field rules string rules and notation for a player
---@field keys string what State:set can change

-- ---- positions -------------------------------------------------------------

---A position. tostring draws it.
---@class State
local State = {}

---Whose turn it is.
---@return Seat? seat nil when the game is over
function State:seat() end

---All legal moves; none when the game is over.
---@return Move[]
function State:moves() end

---How many there are. Often faster than listing them.
---@return integer
function State:count() end

---@param move Move
---@return boolean
function State:legal(move) end

---How a legal move is written.
---@param move Move|string
---@return string
function State:text(move) end

---Reads a move.
---@param text string
---@return Move? move nil if it is not legal
---@return string? why not
function State:move(text) end

---Plays a move, or a line of moves such as "e2 e8 e3h".
---@generic S: State
---@param self S
---@param move Move|string
---@return S self
function State:play(move) end

---A copy with the move played.
---@generic S: State
---@param self S
---@param move Move|string
---@return S
function State:after(move) end

---@generic S: State
---@param self S
---@return S
function State:copy() end

---Takes over another position of the same game: a copy without a new object.
---@generic S: State
---@param self S
---@param other State
---@return S self
function State:assign(other) end

---How the game ended.
---@return "win"|"draw"|nil outcome nil while it is on
function State:outcome() end

---Who has won.
---@return Seat[]? seats none for a draw, nil while the game is on
function State:winners() end

---Whether a seat is among the winners: false while the game is on, too.
---@param seat Seat
---@return boolean
function State:won(seat) end

---A legal move, each as likely. Raises an error when the game is over.
---@param rng? Rng a bot's stream, or a script's own, if left out
---@return Move
function State:random_move(rng) end

---Plays random moves to the end of the game, or its ply cap.
---@generic S: State
---@param self S
---@param rng? Rng
---@return S self
function State:playout(rng) end

---A number that is the same for equal positions, in this and any other run.
---@return integer
function State:key() end

---What the position is worth by the game's own evaluation.
---@return number[]? chances of each seat, from 0 to 1; nil if the game has no evaluation
function State:evaluate() end

---@return Game
function State:game() end

---What a legal move consists of.
---@param move Move|string
---@return MoveParts
function State:describe(move) end

---The board, and whose turn it is or how the game ended.
---@return string
function State:draw() end

---Edits a position: set("hand1=3 b2=112"), set("hand1", 3) or set{ hand1 = 3 }.
---Game:about().keys tells what can be set. On an error nothing has changed.
---@generic S: State
---@param self S
---@param key string|table<string, string|number>
---@param value? string|number
---@return S self
function State:set(key, value) end

---Two players change places. Only in the hooks of a variant that may change the
---position.
---@generic S: State
---@param self S
---@param a Seat
---@param b Seat
---@return S self
function State:swap(a, b) end

---The parts of a move. `kind` is "pass", "extra" for the extra move of a variant,
---"move" for one of a Lua game, or what the game says.
---@class MoveParts
---@field text string as State:text writes it
---@field kind "pass"|"extra"|"move"|"pawn"|"wall"|"place"|"lay"
---@field to Cell? where a pawn or a piece goes
---@field from Cell? Dorix, kind "move": where the pawn is taken from
---@field receivers Cell[]? Dorix: where the pawns of a collapse go, the top one first
---@field at Cell? Quoridor, kind "wall": the cell south-west of its centre
---@field way "h"|"v"|nil Quoridor, kind "wall": how it lies
---@field size "S"|"M"|"L"|nil Tic Tac Doh
---@field how "empty"|"stack"|"nest"|nil Tic Tac Doh
---@field piece "base"|"thruster"|"antenna"|nil Orbital
---@field direction "n"|"e"|"s"|"w"|nil Orbital, of a thruster

---@class QuoridorState: State
local QuoridorState = {}

---The cell of a seat's pawn.
---@param seat Seat
---@return Cell
function QuoridorState:pawn(seat) end

---The goal line of a seat.
---@param seat Seat
---@return Cell[]
function QuoridorState:goal(seat) end

---The number of walls a seat has in hand.
---@param seat Seat
---@return integer
function QuoridorState:walls_left(seat) end

---The least number of steps from a seat's pawn to its goal line, ignoring pawns.
---@param seat Seat
---@return integer? steps nil if walls block every path
function QuoridorState:distance(seat) end

---The least number of steps from a cell to a seat's goal line, ignoring pawns.
---@param seat Seat
---@param cell Cell
---@return integer? steps nil if walls block every path
function QuoridorState:distance_from(seat, cell) end

---The cells of a shortest path from a seat's pawn to its goal line; of equally short
---ones, north before east, south and west.
---@param seat Seat
---@return Cell[]?
function QuoridorState:path(seat) end

---Whether this wall is on the board.
---@param wall string such as "e3h"
---@return boolean
function QuoridorState:wall_at(wall) end

---The walls on the board, such as "e3h", in the order of their cells.
---@return string[]
function QuoridorState:walls() end

---The adjacent cells that no wall separates from a cell: north, east, south, west.
---@param cell Cell
---@return Cell[]
function QuoridorState:neighbours(cell) end

---The cells that the pawn of the seat to move can go to, by step or jump.
---@return Cell[]
function QuoridorState:steps() end

---@class DorixState: State
local DorixState = {}

---How many pawns are on a cell.
---@param cell Cell
---@return integer
function DorixState:height(cell) end

---Who controls the pile on a cell.
---@param cell Cell
---@return Seat? seat nil if there is no pile
function DorixState:owner(cell) end

---Whose pawns are on a cell, from the bottom up.
---@param cell Cell
---@return Seat[]
function DorixState:pile(cell) end

---How many pawns a seat has in hand.
---@param seat Seat
---@return integer
function DorixState:hand(seat) end

---The cells with piles that a seat controls.
---@param seat Seat
---@return Cell[]
function DorixState:controlled(seat) end

---The cells beside a cell, not diagonally.
---@param cell Cell
---@return Cell[]
function DorixState:neighbours(cell) end

---The main diagonal from the lower left: a1, b2, …
---@return Cell[]
function DorixState:rising() end

---The main diagonal from the upper left: on 4x4 a4, b3, …
---@return Cell[]
function DorixState:falling() end

---The neighbours that can get a pawn if one from a hand is put on this pile; none
---for an empty cell.
---@param cell Cell
---@return Cell[]
function DorixState:lower(cell) end

---@class TicTacDohState: State
local TicTacDohState = {}

---The pieces on a cell in the order laid, as in "LM"; "" for none.
---@param cell Cell
---@return string
function TicTacDohState:cell(cell) end

---How many pieces of a size are left.
---@param size "S"|"M"|"L"|"small"|"medium"|"large"
---@return integer
function TicTacDohState:stash(size) end

---The sizes a cell counts as in a line, smallest first; "" for none.
---@param cell Cell
---@return string
function TicTacDohState:counts_as(cell) end

---Whether the pieces on a cell are a nest.
---@param cell Cell
---@return boolean
function TicTacDohState:nested(cell) end

---The three cells of a line that wins, the first of the smallest size.
---@return Cell[]?
function TicTacDohState:line() end

---The sizes that may be laid on a cell now, smallest first; "" for none.
---@param cell Cell
---@return string
function TicTacDohState:takes(cell) end

---The cells in some 3x3 window that holds all pieces.
---@return Cell[]
function TicTacDohState:window() end

---@class OrbitalState: State
local OrbitalState = {}

---@alias Kind "base"|"thruster"|"antenna"|"B"|"T"|"A"

---The pieces on a cell with their seats, as in "B1T2nA1"; "" for none.
---@param cell Cell
---@return string
function OrbitalState:tower(cell) end

---Whose piece of a kind is on a cell.
---@param cell Cell
---@param kind Kind
---@return Seat?
function OrbitalState:piece(cell, kind) end

---Where the thruster on a cell points.
---@param cell Cell
---@return "n"|"e"|"s"|"w"|nil direction nil if there is none
function OrbitalState:direction(cell) end

---Whose the finished tower on a cell is.
---@param cell Cell
---@return Seat? seat nil if none is finished
function OrbitalState:tower_owner(cell) end

---How many pieces of a kind a seat has left.
---@param seat Seat
---@param kind Kind
---@return integer
function OrbitalState:hand(seat, kind) end

---How many towers a seat has.
---@param seat Seat
---@return integer
function OrbitalState:towers_won(seat) end

---Where the piece last laid sends the seat to move.
---@return Cell[]? cells nil if it is free to play elsewhere
function OrbitalState:constraint() end

---The cells on which the seat to move can lay something now.
---@return Cell[]
function OrbitalState:open_cells() end

-- ---- random numbers --------------------------------------------------------

---A generator, called like math.random: rng() is a number from 0 up to but not 1,
---rng(6) a whole number from 1 to 6, rng(3, 5) one from 3 to 5.
---@class Rng
---@overload fun(): number
---@overload fun(most: integer): integer
---@overload fun(least: integer, most: integer): integer
local Rng = {}

---One of a list, each as likely.
---@generic T
---@param list T[]
---@return T
function Rng:pick(list) end

---Puts a list in random order.
---@generic T
---@param list T[]
---@return T[] list the same one
function Rng:shuffle(list) end

-- ---- what files return -----------------------------------------------------

---An option in full. Instead of it a default will do (depth = 2, greedy = true), or
---a list of words of which the first is the default (style = { "calm", "wild" }).
---@class OptionDefinition
---@field default? integer|number|boolean|string of words, the first if left out
---@field min? number
---@field max? number
---@field step? number
---@field words? string[]
---@field help? string

---@alias OptionDefinitions table<string, OptionDefinition|integer|number|boolean|string[]>

---What a bot's file returns.
---@class BotDefinition
---@field name? string
---@field summary? string
---@field games? string[] those it can play, variants of them included; any if left out
---@field options? OptionDefinitions
---@field choose fun(state: State, me: BotSelf): Move|string

---What a bot is told about itself. None of it can be changed.
---@class BotSelf
---@field seat Seat
---@field rng Rng
---@field options Options

---What says who has won: nil changes nothing, false plays on, else "draw", a seat,
---or a list of seats.
---@alias OutcomeAnswer nil|false|"draw"|Seat|Seat[]

---What lab.variant takes. In its hooks, s is the position as the base game sees it,
---with the vars of the variant as fields.
---@class VariantDefinition
---@field name? string
---@field title? string
---@field summary? string
---@field about? string rules for a player; those of the base game if left out
---@field base string|VariantDefinition|RulesDefinition
---@field options? OptionDefinitions beside those of the base game
---@field vars? table<string, integer|integer[]> with what they are at the start
---@field setup? fun(s: State, rng: Rng, options: Options)
---@field allow? fun(s: State, move: Move, seat: Seat, options: Options): any
---@field after? fun(s: State, move: Move, seat: Seat, before: State, options: Options)
---@field extra? fun(s: State, seat: Seat, options: Options): string[]?
---@field play? fun(s: State, text: string, seat: Seat, options: Options): Seat?
---@field next_seat? fun(s: State, seat: Seat, move: Move, options: Options): Seat?
---@field outcome? fun(s: State, mover: Seat, options: Options): OutcomeAnswer
---@field evaluate? fun(s: State, seat: Seat, options: Options): Worth what it is worth, for bots that search
---@field max_plies? integer
---@field example? string a line of moves from the start

---What lab.rules takes.
---@class RulesDefinition
---@field name? string
---@field title? string
---@field summary? string
---@field about? string rules and notation for a player
---@field players? integer|(fun(options: Options): integer) the option of that name, or 2, if left out
---@field options? OptionDefinitions
---@field state? table<string, integer|integer[]>|(fun(options: Options): table) 1 for a number, more or { n } for an array
---@field start? fun(s: State, rng: Rng, options: Options)
---@field moves fun(s: State, seat: Seat, options: Options): Move[]
---@field play fun(s: State, move: Move, seat: Seat, options: Options)
---@field next_seat? fun(s: State, seat: Seat, move: Move, options: Options): Seat?
---@field outcome? fun(s: State, mover: Seat, options: Options): OutcomeAnswer
---@field evaluate? fun(s: State, seat: Seat, options: Options): Worth what it is worth, for bots that search
---@field text? fun(s: State, move: Move, options: Options): string
---@field draw? fun(s: State, options: Options): string
---@field max_moves? integer 1024 if left out
---@field max_plies? integer 1000 if left out
---@field example? string a line of moves from the start

return lab

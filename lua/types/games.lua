---@meta _

-- Type annotations: games, positions, the accessors of each game, and generators of random
-- numbers. This file is never run.

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
---@return string? spec nil if the game is not a variant, or is one that only sets options
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
---print(later:after("e8 e3h"):distance(1))    -- the wall makes it longer
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
-----> seat 1: tricks 0; hand 1 6 9 10 11; trick -
-----> seat 2: tricks 0; hand 2 3 4 7 12; trick -
-----> not dealt 2 cards; played -
-----> seat 1 to move
---print(s:copy():observe(1):draw())
-----> seat 1: tricks 0; hand 1 6 9 10 11; trick -
-----> seat 2: tricks 0; hand 5 cards; trick -
-----> not seen 2 cards
-----> seat 1 to move
---```
---@generic S: State
---@param self S
---@param seat Seat
---@return S
function State:observe(seat) end

---Replaces what a seat does not see with what it cannot rule out, drawn at random: `observe`, then
---the rules' own `redraw`. For bots that look at several deals: `state:copy():redraw(me.seat)`.
---```lua
---local s = lab.game("games/tricks.lua"):start(lab.rng(1))
---print(s:copy():redraw(1, lab.rng(2)):draw())
-----> seat 1: tricks 0; hand 1 6 9 10 11; trick -
-----> seat 2: tricks 0; hand 3 4 5 8 12; trick -
-----> not dealt 2 cards; played -
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
---@return "win"|"loss"|"draw"|nil outcome "loss": nobody has won; nil while the game is in progress
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

---Returns a 64-bit hash that is the same for equal positions, on every machine. In Tic Tac Doh, but not
---in its variants, positions that differ only by a shift have the same hash, although their moves have
---different names.
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

---Returns one part of a legal move, as State:describe does, but five times as fast.
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
---Game:about().keys lists what can be set. Everything that depends on it is updated, including whether the game is
---over. If it raises an error, nothing has changed.
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

---Returns the seat of the innermost base game that a player plays: not its own
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

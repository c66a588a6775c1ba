---@meta _

-- Type annotations: grids, the boards of games in Lua. This file is never run.

-- ---- grids -----------------------------------------------------------------

---A side of a grid. "bottom" is row 1, even if `down` draws it at the top. "lower-left" and
---"upper-right" are sides of hexagons: the cells whose column and row have the least and the
---greatest sum.
---@alias Edge "left"|"right"|"bottom"|"top"|"lower-left"|"upper-right"
---@alias Symmetry "left-right"|"up-down"|"turn"|"quarter-turn"|"third-turn"|"sixth-turn"|"diagonal"|"antidiagonal"|"reflection"|"all"

---A ready shape. hexagon, triangle, star: the size is the number of cells of a side, of a star that
---of the hexagon in it. morris: the number of squares. track: the cells of a loop; path: those of
---a row that goes back and forth. mancala: the houses of a player.
---@alias ReadyShape "hexagon"|"triangle"|"star"|"morris"|"track"|"path"|"mancala"

---The argument of lab.grid. If it has `marks`, `boardlab check` reports a value that has none.
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
---
---A board need not be a rectangle:
---```lua
---local game = lab.rules {
---  state = { board = lab.grid { lines = { "a1 b1 c1", "a1 b2 c3", "c1 b2 a3", "a3 b3 c3" } } },
---  moves = function(s) return s.board:empty() end,
---  play = function(s, cell, seat) s.board[cell] = seat end,
---}
---local board = game:start().board
---print(#board, board:name(board:step(board:cell "a1", 1, 1)), #board:neighbours(board:cell "b2"))
-----> 7	b2	4
---```
---@class GridShape
---@field columns? integer from 1 to 26; not with `shape` or `lines`
---@field rows? integer from 1 to 26; not with `shape` or `lines`
---@field shape? ReadyShape|string[] a ready shape, or the rows as they are drawn, in which a space is no cell
---@field size? integer of a ready shape
---@field lines? string[] points in order, as in "a1 d1 g1", which are then the only cells; a closed line ends with its first point
---@field tiles? boolean the points of lines are drawn as tiles; default false, but true for tracks, paths and mancala
---@field coordinates? boolean the names of columns and rows are shown; default true, but false for mancala
---@field hex? boolean hexagons that form a rhombus, as in Hex, instead of squares
---@field diagonals? boolean squares have eight neighbours instead of four
---@field symmetries? Symmetry|(Symmetry|table<Cell, Cell>)[] positions that differ by one of these are equivalent, for the solver too
---@field marks? string the characters of the values 0, 1, 2, …, up to 256 bytes without spaces, commas or slashes; default ".123456789"
---@field down? boolean row 1 is at the top, in drawings, settings and heat maps

---A board of a position: s.board[cell] is an integer, 0 for an empty cell, and #s.board the
---number of cells. It is not a table: only its methods, b[cell], #b and ipairs work. Cells are
---numbered from 1 at a1, row by row: a1, b1, …, a2, b2, …, without gaps where cells are missing;
---points in the order in which the lines name them. A direction is two numbers, columns to the
---right and rows up; at a point it leads along the line that goes there. Lists of cells are in ascending order unless a method says
---otherwise; `into` is a table to refill instead of making a new one. Lines and rows go in eight
---directions on squares, in six on hexagons, and otherwise along the declared lines. In functions that may not change the position a grid
---is read-only.
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

---Returns a drawing with the names of rows and columns, in the marks declared in lab.grid; a
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
---only to empty cells, or { dx, dy, "other" } if only to cells with another value. Without a
---list, the steps are those to all empty neighbours.
---```lua
---local board = lab.game("games/breakthrough.lua"):start().board
---local moves = board:steps(1, { { 0, 1, "empty" }, { 1, 1, "other" } })
---for i = 1, 3 do print(board:name(moves[i] // 1024), board:name(moves[i] % 1024)) end
-----> a2	a3
-----> b2	b3
-----> c2	c3
---```
---@param value integer
---@param kinds? { [1]: integer, [2]: integer, [3]: "empty"|"other"|nil }[] from 1 to 32
---@param into? integer[] a table to refill
---@return integer[]
function Grid:steps(value, kinds, into) end

---Makes a step, a number that `steps` has listed: what is on the first cell goes to the second.
---```lua
---local board = lab.game("games/breakthrough.lua"):start().board
---local b2, b7 = board:cell "b2", board:cell "b7"
---print(board:move(b2 * 1024 + b7), board[b2], board[b7])  --> 2	0	1
---```
---@param step integer from * 1024 + to
---@return integer taken what was on the second cell
function Grid:move(step) end

---Returns where a seat can put a piece: the empty cells. With `swap`, 0 follows them for seat 2 if
---there is one piece only: instead of its first move it may take that piece over (the pie rule).
---```lua
---local s = lab.game("games/hex.lua:size=2"):start():set("board", "X./..")
---print(table.concat(s.board:placements(2, true), " "))  --> 2 3 4 0
---print(table.concat(s.board:placements(2, false), " "))  --> 2 3 4
---```
---@param seat integer
---@param swap? boolean
---@param into? integer[] a table to refill
---@return integer[]
function Grid:placements(seat, swap, into) end

---Puts a piece on a cell. The move 0, which `placements` lists, takes over the only piece: it becomes
---one of this value, and goes to its image by a symmetry of the board if one is named.
---```lua
---local board = lab.game("games/hex.lua:size=3"):start().board
---print(board:name(board:place(board:cell "b3", 1)))  --> b3
---print(board:name(board:place(0, 2, "diagonal")), board[board:cell "b3"])  --> c2	0
---```
---@param move integer a cell, or 0
---@param value integer
---@param symmetry? string
---@return integer cell where the piece is
function Grid:place(move, value, symmetry) end

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

---Returns the cells beyond a cell in a direction, nearest first, up to the edge, a
---missing cell or the end of the line.
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

---Returns the first cell with a value in a direction, starting with the given cell itself.
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

---Returns the cells with a value, or all cells.
---```lua
---local s = lab.game("games/mnk.lua"):start():set("board", "X../.O./..X")
---for _, cell in ipairs(s.board:cells(1)) do print(s.board:name(cell)) end
-----> c1
-----> a3
---```
---@param value? integer default: any
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

---Sets the lowest empty cell of a column to a value.
---```lua
---local board = lab.game("games/connect_four.lua"):start().board
---print(board:name(board:drop(2, 1)), board:name(board:drop(2, 2)))  --> b1	b2
---print(board[board:cell "b1"], board[board:cell "b2"])              --> 1	2
---```
---@param column integer
---@param value integer
---@return integer? cell nil if the column is full
function Grid:drop(column, value) end

---Empties a cell and sows what was there: adds 1 to each of as many cells that follow it, in the
---order of their numbers and around the board.
---```lua
---local pit = lab.game("games/kalah.lua"):start().pit
---print(pit:sow(6, 14))    -- the last house of seat 1, leaving out the store of seat 2
-----> 10
---print(pit[6], pit[7], pit[10], pit[11])  --> 0	1	5	4
---```
---@param cell integer
---@param skipped? integer a cell that is left out
---@return integer last the last cell that got 1; the cell itself if it was empty
function Grid:sow(cell, skipped) end

---Returns the columns of a row whose cells are not empty.
---```lua
---local s = lab.game("games/kalah.lua"):start():play "c a"
---print(table.concat(s.pit:filled_columns(1, 6), " "))    -- the houses of seat 1 without its store
-----> 2 3 4 5 6
---```
---@param row integer
---@param columns? integer only the first columns; default: all
---@param into? integer[] a table to refill
---@return integer[]
function Grid:filled_columns(row, columns, into) end

---Returns the sum of the values in a row.
---```lua
---local s = lab.game("games/kalah.lua"):start():play "c"
---print(s.pit:sum(1, 6), s.pit:sum(1))    -- seeds in the houses of seat 1, and with its store
-----> 23	24
---```
---@param row integer
---@param columns? integer only the first columns; default: all
---@return integer
function Grid:sum(row, columns) end

---Returns the first row that is empty.
---```lua
---local s = lab.game("games/kalah.lua"):start()
---print(s.pit:empty_row(6))  --> nil
---print(s:set("pit", "0,0,0,0,0,0,20,1,1,0,0,0,0,26").pit:empty_row(6))  --> 1
---```
---@param columns? integer only the first columns; default: all
---@return integer? row nil if there is none
function Grid:empty_row(columns) end

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

---Returns what `outcome` returns in a game that k in a row win: the value if it has k or more in a
---row, "draw" if no cell is empty, otherwise nil.
---```lua
---local s = lab.game("games/mnk.lua"):start()
---print(s.board:line_outcome(1, 3))  --> nil
---print(s:set("board", "XXX/OO./...").board:line_outcome(1, 3))  --> 1
---print(s:set("board", "XOX/OXX/OXO").board:line_outcome(1, 3))  --> draw
---```
---@param value integer
---@param k integer length of the row
---@return integer|"draw"|nil
function Grid:line_outcome(value, k) end

---Returns what `outcome` returns in a race: the value if one of its pieces is on an edge, or if there
---are no pieces of another value; otherwise nil.
---```lua
---local s = lab.game("games/breakthrough.lua:columns=3,rows=4"):start()
---print(s.board:reach_outcome(1, "top"))  --> nil
---print(s:set("board", "X.O/.../.../X..").board:reach_outcome(1, "top"))  --> 1
---print(s:set("board", "O../.../.../...").board:reach_outcome(2, "bottom"))  --> 2
---```
---@param value integer
---@param edge Edge
---@return integer?
function Grid:reach_outcome(value, edge) end

---Returns what `outcome` returns where two edges have to be connected: the value if one of its groups
---touches both edges, otherwise nil.
---```lua
---local s = lab.game("games/hex.lua:size=3"):start():set("board", ".X./.XO/X.O")
---print(s.board:connect_outcome(1, "bottom", "top"))  --> 1
---print(s.board:connect_outcome(2, "left", "right"))  --> nil
---```
---@param value integer
---@param edge Edge
---@param other Edge
---@return integer?
function Grid:connect_outcome(value, edge, other) end

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
---@param base number the factor for each further cell of a line
---@return number
function Grid:line_score(value, k, base) end

---Returns the size of the group of a cell, and the number of its liberties: empty cells next to
---it. A group is a cell and all cells with the same value that are connected to it;
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

---Sets all cells of the group of a cell to a value; 0 removes the group.
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

---Returns the smallest number of empty cells that must get the value to connect two edges.
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
---@return integer? steps nil if there is no path
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

---Sets the cells that `flips` counts to the value. The cell itself stays as it is.
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

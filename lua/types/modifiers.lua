---@meta modifiers

-- Type annotations of lua/modifiers.lua: rule changes for any game. This file is never
-- run.

---@class modifiers
local modifiers = {}

---The pie rule: after the first move, seat 2 may swap sides instead of moving. A first turn of
---several moves is swapped as a whole.
---```lua
---local modifiers = require "modifiers"
---local s = modifiers.pie("quoridor:size=5"):start():play "c2 swap"
---print(s:seat(), s:side_of(1), s:side_of(2))    -- seat 1 now plays the side of seat 2
-----> 1	2	1
---```
---@param base string|Game a spec, or the result of lab.variant or lab.rules
---@return Game
function modifiers.pie(base) end

---Two moves per turn, but only one in the first turn of the game. A pass ends a turn. Moves that
---the base game makes in one turn, such as a move and an arrow in Amazons, count as one.
---```lua
---local modifiers = require "modifiers"
---local s = modifiers.two_moves("games/mnk.lua:m=5,n=5,k=5"):start()
---for _, cell in ipairs { "a1", "b1", "c1", "d1", "e1" } do
---  io.write(s:seat(), " ")
---  s:play(cell)
---end
---print()
-----> 1 2 2 1 1
---```
---@param base string|Game a spec, or the result of lab.variant or lab.rules
---@return Game
function modifiers.two_moves(base) end

---A seat starts with fewer walls, pawns or pieces of each kind than the others.
---```lua
---local modifiers = require "modifiers"
---local s = modifiers.handicap("quoridor", 1, 3):start()
---print(s:walls_left(1), s:walls_left(2))  --> 7	10
---```
---@param base string|Game a game in which each seat has its own pieces
---@param seat Seat the seat with fewer pieces
---@param fewer integer how many pieces are missing
---@return Game
function modifiers.handicap(base, seat, fewer) end

---Seat 2 gets points in addition to its score.
---```lua
---local modifiers = require "modifiers"
---local s = modifiers.komi("games/kalah.lua", 6.5):start()
---print(s:score()[1], s:score()[2])  --> 0	6.5
---```
---@param base string|Game a game that has scores
---@param points number half points are allowed
---@return Game
function modifiers.komi(base, points) end

---The first plies are played at random, differently in every game.
---```lua
---local modifiers = require "modifiers"
---local game = modifiers.random_opening("games/mnk.lua", 2)
---print(game:start(lab.rng(1)).board:count(0))                         --> 7
---print(game:start(lab.rng(1)):key() == game:start(lab.rng(2)):key())  --> false
---```
---@param base string|Game a spec, or the result of lab.variant or lab.rules
---@param plies integer how many
---@return Game
function modifiers.random_opening(base, plies) end

return modifiers

---@meta modifiers

-- Type annotations of lua/modifiers.lua: rule changes for any game. This file is never
-- run.

---@class modifiers
local modifiers = {}

---The pie rule: after the first move, seat 2 may swap sides instead of moving.
---```lua
---local modifiers = require "modifiers"
---local game = lab.game(modifiers.pie "quoridor:size=5")
---local s = game:start():play "c2 swap"
---print(s:seat(), s:side_of(1), s:side_of(2))    -- seat 1 now plays the side of seat 2
-----> 1	2	1
---```
---@param base string|VariantDefinition|RulesDefinition a spec, or the result of lab.variant or lab.rules
---@return VariantDefinition
function modifiers.pie(base) end

---Two moves per turn, but only one in the first turn of the game. A pass ends a turn.
---```lua
---local modifiers = require "modifiers"
---local s = lab.game(modifiers.two_moves "games/mnk.lua:m=5,n=5,k=5"):start()
---for _, cell in ipairs { "a1", "b1", "c1", "d1", "e1" } do
---  io.write(s:seat(), " ")
---  s:play(cell)
---end
---print()
-----> 1 2 2 1 1
---```
---@param base string|VariantDefinition|RulesDefinition
---@return VariantDefinition
function modifiers.two_moves(base) end

---A seat starts with fewer walls, pawns or pieces of each kind than the others.
---```lua
---local modifiers = require "modifiers"
---local s = lab.game(modifiers.handicap("quoridor", 1, 3)):start()
---print(s:walls_left(1), s:walls_left(2))  --> 7	10
---```
---@param base string|VariantDefinition a game in which each seat has its own pieces
---@param seat Seat
---@param fewer integer
---@return VariantDefinition
function modifiers.handicap(base, seat, fewer) end

---Seat 2 gets points in addition to its score.
---```lua
---local modifiers = require "modifiers"
---local s = lab.game(modifiers.komi("games/kalah.lua", 6.5)):start()
---print(s:score()[1], s:score()[2])  --> 0	6.5
---```
---@param base string|VariantDefinition|RulesDefinition a game that has scores
---@param points number half points are allowed
---@return VariantDefinition
function modifiers.komi(base, points) end

---The first plies are played at random, differently in every game.
---```lua
---local modifiers = require "modifiers"
---local game = lab.game(modifiers.random_opening("games/mnk.lua", 2))
---print(game:start(lab.rng(1)).board:count(0))                         --> 7
---print(game:start(lab.rng(1)):key() == game:start(lab.rng(2)):key())  --> false
---```
---@param base string|VariantDefinition|RulesDefinition
---@param plies integer
---@return VariantDefinition
function modifiers.random_opening(base, plies) end

return modifiers

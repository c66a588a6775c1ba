---@meta modifiers

-- Type annotations of lua/modifiers.lua: rule changes for any game. This file is never
-- run.

---@class modifiers
local modifiers = {}

---The pie rule: after the first move, seat 2 may swap sides instead of moving.
---@param base string|VariantDefinition|RulesDefinition a spec, or the result of lab.variant or lab.rules
---@return VariantDefinition
function modifiers.pie(base) end

---Two moves per turn, but only one in the first turn of the game. A pass ends a turn.
---@param base string|VariantDefinition|RulesDefinition
---@return VariantDefinition
function modifiers.two_moves(base) end

---A seat starts with fewer walls, pawns or pieces of each kind than the others.
---@param base string|VariantDefinition a game in which each seat has its own pieces
---@param seat Seat
---@param fewer integer
---@return VariantDefinition
function modifiers.handicap(base, seat, fewer) end

---Seat 2 gets points in addition to its score.
---@param base string|VariantDefinition|RulesDefinition a game that has scores
---@param points number half points are allowed
---@return VariantDefinition
function modifiers.komi(base, points) end

---The first plies are played at random, differently in every game.
---@param base string|VariantDefinition|RulesDefinition
---@param plies integer
---@return VariantDefinition
function modifiers.random_opening(base, plies) end

return modifiers

---@meta modifiers

-- lua/modifiers.lua, for editors: changes that go with any game. Nothing here is
-- ever run.

---@class modifiers
local modifiers = {}

---The pie rule: after the first move, seat 2 may swap sides instead of moving.
---@param base string|VariantDefinition|RulesDefinition a spec, or what lab.variant or lab.rules gave
---@return VariantDefinition
function modifiers.pie(base) end

---Two moves a turn, but only one in the very first. A pass ends a turn.
---@param base string|VariantDefinition|RulesDefinition
---@return VariantDefinition
function modifiers.two_moves(base) end

---A seat starts with fewer walls, pawns or pieces of each kind than the others.
---@param base string|VariantDefinition a game with pieces of the seats' own
---@param seat Seat
---@param fewer integer
---@return VariantDefinition
function modifiers.handicap(base, seat, fewer) end

---The first plies are random, drawn anew for every game.
---@param base string|VariantDefinition|RulesDefinition
---@param plies integer
---@return VariantDefinition
function modifiers.random_opening(base, plies) end

return modifiers

-- Layers in one file whose hooks ask each other about a position of the outermost, each layer
-- within its own limit of nested calls: together they would borrow too many lists of moves.
-- game: this
-- expect: fault: more than 14 nested calls of the rules
local lab = require "boardlab"
local LAYERS, EACH = 4, 7
local kept -- a position of the outermost layer but one
local level = 0

-- Only one layer goes on at a level, so that the calls form a chain.
local function ask(layer)
  if not kept or level >= LAYERS * EACH or level // EACH ~= layer then return end
  level = level + 1
  kept.n = level -- another position, whose moves have not been listed yet
  kept:moves()
  level = level - 1
end

local v = lab.rules {
  state = { n = 1 },
  moves = function() ask(LAYERS - 1) return { 1 } end,
  play = function() end,
}
for layer = LAYERS - 2, 0, -1 do
  v = lab.variant { base = v, allow = function() ask(layer) return true end }
end
return lab.variant {
  base = v,
  after = function(s)
    kept = s:copy()
    kept:moves()
  end,
}

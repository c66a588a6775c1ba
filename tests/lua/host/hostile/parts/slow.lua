-- Rules that use nine tenths of a budget in each call.
local function idle() for _ = 1, 9000000 do end end
return require "boardlab".rules {
  moves = function() idle() return { 1 } end,
  play = function() idle() end,
}

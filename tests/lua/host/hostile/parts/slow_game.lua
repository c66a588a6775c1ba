-- A long game: each call uses a tenth of a budget, which is allowed.
local function idle() for _ = 1, 80000 do end end
return require "boardlab".rules {
  state = { left = 1 },
  max_plies = 2000,
  start = function(s) s.left = 1000 end,
  moves = function() idle() return { 1, 2 } end,
  play = function(s) idle() s.left = s.left - 1 end,
  outcome = function(s) if s.left == 0 then return 1 end end,
}

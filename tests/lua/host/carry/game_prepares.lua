-- Honest rules that prepare a table in `start` and use it in other hooks.
local lines
return require "boardlab".rules {
  state = { plies = 1 },
  start = function() lines = { 3, 1, 2 } end,
  moves = function() return lines end,
  play = function(s, move) s.plies = s.plies + move end,
  outcome = function(s, mover) if s.plies > 9 then return mover end end,
}

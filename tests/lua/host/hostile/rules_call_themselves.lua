-- A hook that calls itself through the position.
-- game: this
-- expect: fault: rules_call_themselves.lua: too many nested calls of the rules
return require "boardlab".rules {
  max_moves = 32768,
  moves = function(s) return s:moves() end,
  play = function() end,
}

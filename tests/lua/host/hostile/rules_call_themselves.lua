-- Asks itself what it was asked.
-- game: this
-- expect: fault: rules_call_themselves.lua: the rules call each other too deeply
return require "boardlab".rules {
  max_moves = 32768,
  moves = function(s) return s:moves() end,
  play = function() end,
}

-- Starts its own game in start.
-- game: this
-- expect: fault: rules_start_themselves.lua
return require "boardlab".rules {
  start = function(s, rng) s:game():start(rng) rng(5) end,
  moves = function() return { 1 } end,
  play = function() end,
}

-- Keeps the generator of setup.
-- game: this
-- expect: fault: rules_random_kept.lua:7: this generator was only valid during the call
local kept
return require "boardlab".rules {
  start = function(_, rng) kept = rng rng(2) end,
  moves = function() return { 1, kept(5) } end,
  play = function() end,
}

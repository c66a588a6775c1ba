-- Keeps an array field of one call to change it in another.
-- game: this
-- expect: fault: rules_change_kept_array.lua:7: this position is read-only here
local kept
return require "boardlab".rules {
  state = { list = 4 }, start = function(s, rng) kept = s.list rng(2) end,
  moves = function() kept[1] = 7 return { 1 } end,
  play = function() end,
}

-- Keeps the position of one call to change it in another.
-- game: this
-- expect: fault: rules_change_kept_state.lua
local kept
return require "boardlab".rules {
  state = { n = 1, list = 4 },
  start = function(s) kept = s end,
  moves = function() kept.list[1] = 7 return { 1 } end,
  play = function() end,
}

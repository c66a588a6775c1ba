-- Keeps the table of an array field to change it in a call that does not ask for it and may not
-- change the position.
-- game: this
-- expect: fault: rules_change_kept_array.lua:9: in 'moves': this position is read-only here; change a copy: s:copy(); list[1] was changed
local kept
return require "boardlab".rules {
  state = { list = 4, plies = 1 },
  start = function(s, rng) kept = s.list rng(2) end,
  moves = function() kept[1] = 7 return { 1 } end,
  play = function(s) s.plies = s.plies + 1 end,
  outcome = function(s) return s.plies > 4 and "draw" or nil end,
}

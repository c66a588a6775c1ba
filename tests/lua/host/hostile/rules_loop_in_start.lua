-- Loops in start.
-- game: this
-- expect: fault: rules_loop_in_start.lua:5: exceeded its budget
return require "boardlab".rules {
  start = function() while true do end end,
  moves = function() return { 1 } end,
  play = function() end,
}

-- Loops while listing moves.
-- game: this
-- expect: fault: rules_loop.lua:5: exceeded its budget
return require "boardlab".rules {
  moves = function() while true do end end,
  play = function() end,
}

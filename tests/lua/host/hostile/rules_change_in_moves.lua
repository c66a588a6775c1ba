-- Changes the position while listing moves.
-- game: this
-- expect: fault: rules_change_in_moves.lua:6: this position is read-only here; change a copy: s:copy()
return require "boardlab".rules {
  state = { n = 1 },
  moves = function(s) s.n = 1 return { 1 } end,
  play = function() end,
}

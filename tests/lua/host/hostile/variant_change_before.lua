-- Changes the position before the move.
-- game: this
-- expect: fault: variant_change_before.lua:6: this position is read-only here; change a copy: s:copy()
return require "boardlab".variant {
  base = "tictacdoh",
  after = function(_, _, _, before) before:playout() end,
}

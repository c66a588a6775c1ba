-- Writes to the table of an array while listing moves.
-- game: this
-- expect: fault: rules_array_written_in_moves.lua:6: in 'moves': this position is read-only here; change a copy: s:copy(); board[3] was changed
return require "boardlab".rules {
  state = { board = 9 },
  moves = function(s) s.board[3] = 1 return { 1 } end,
  play = function() end,
}

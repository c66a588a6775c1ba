-- Raises an error while playing a move.
-- game: this
-- expect: fault: rules_error_in_play.lua:7: enough
return require "boardlab".rules {
  state = { ply = 1 },
  moves = function() return { 1, 2, 3 } end,
  play = function(s) s.ply = s.ply + 1 if s.ply > 5 then error "enough" end end,
}

-- Plays a playout of its own game while playing a move.
-- game: this
-- expect: fault: rules_play_themselves.lua
return require "boardlab".rules {
  moves = function() return { 1, 2 } end,
  play = function(s) s:play(1) end,
}

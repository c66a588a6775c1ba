-- Plays out the game while it plays.
-- game: this
-- expect: fault: rules_play_themselves.lua
return require "boardlab".rules {
  moves = function() return { 1, 2 } end,
  play = function(s) s:play(1) end,
}

-- Uses random numbers while playing a move.
-- game: this
-- expect: fault: rules_random_in_play.lua:6: rules may use random numbers only in setup
return require "boardlab".rules {
  moves = function() return { 1 } end,
  play = function() math.random(6) end,
}

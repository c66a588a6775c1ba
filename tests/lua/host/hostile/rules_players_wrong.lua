-- Declares too many players.
-- game: this
-- expect: fault: 'players' must be a number from 1 to 16
return require "boardlab".rules {
  players = 1000,
  moves = function() return { 1 } end,
  play = function() end,
}

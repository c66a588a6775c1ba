-- Rules with the longest list of moves: 2 MB.
return require "boardlab".rules {
  max_moves = 32768,
  moves = function() return { 1 } end,
  play = function() end,
}

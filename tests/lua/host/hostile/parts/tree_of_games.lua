-- Rules that open sixteen of themselves.
local lab = require "boardlab"
local games = {}
return lab.rules {
  max_moves = 16,
  options = { depth = { default = 3, min = 0, max = 6 } },
  moves = function(_, _, options)
    for i = 1, options.depth > 0 and 16 or 0 do
      games[i] = lab.game("tree_of_games.lua", { depth = options.depth - 1 })
      games[i]:start():moves()
    end
    return { 1 }
  end,
  play = function() end,
}

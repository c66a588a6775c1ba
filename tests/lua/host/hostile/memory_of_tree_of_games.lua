-- Opens games that open games that open games.
-- budget: 10000000
-- expect: forfeit: exceeded its memory limit
local lab = require "boardlab"
return {
  choose = function(s)
    local games = {}
    for i = 1, 16 do
      games[i] = lab.game("parts/tree_of_games.lua", { depth = 3 })
      games[i]:start():moves()
    end
    return s:random_move()
  end,
}

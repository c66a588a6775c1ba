-- A search whose iterations are ten thousand playouts each.
-- game: dorix
-- expect: forfeit: search_of_playouts.lua:6: exceeded its
local lab = require "boardlab"
return { choose = function(s)
  return (lab.search.mcts(s, { iterations = 16, playouts = 10000, playout_plies = -1, bias = 0 }))
end }

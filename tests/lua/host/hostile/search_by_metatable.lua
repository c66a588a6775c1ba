-- Ends the game to be searched while the options are read.
-- expect: fine
local lab = require "boardlab"
return { choose = function(state)
  local s = state:copy()
  local options = setmetatable({ iterations = 10 }, { __index = function() s:playout() end })
  return (lab.search.mcts(s, options))
end }

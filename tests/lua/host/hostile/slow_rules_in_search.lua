-- Searches a game whose rules take long.
-- budget: 10000000
-- expect: forfeit: exceeded its budget
local lab = require "boardlab"
return {
  choose = function(s)
    local slow = lab.game "parts/slow.lua":start()
    for _ = 1, 100 do pcall(lab.search.mcts, slow, { iterations = 1000 }) end
    return s:random_move()
  end,
}

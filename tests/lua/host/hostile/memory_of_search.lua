-- Keeps much and lets a tree search grow: both count.
-- game: quoridor
-- budget: 10000000
-- expect: forfeit: exceeded its memory limit
local lab = require "boardlab"
return {
  choose = function(s)
    local kept, many = {}, {}
    for i = 1, 200 do many[i] = i end
    for i = 1, 3900 do kept[i] = { table.unpack(many) } end
    lab.search.mcts(s, { iterations = 60000, playout_plies = 0 })
    return kept and s:random_move()
  end,
}

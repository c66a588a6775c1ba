-- Opens games and keeps them open.
-- expect: forfeit: open_many_games.lua:6: a plugin can have at most 16 games open
local lab = require "boardlab"
return { choose = function()
  local kept = {}
  for i = 1, 100 do kept[i] = lab.game "quoridor" end
end }

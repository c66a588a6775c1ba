-- Opens games that keep as much memory as they can: all games that a plugin opens share
-- its memory limit.
-- expect: forfeit: exceeded its memory limit
local lab = require "boardlab"
return {
  choose = function(s)
    local games = {}
    for i = 1, 16 do
      games[i] = lab.game "parts/hoarder.lua"
      games[i]:start():moves()
    end
    return s:random_move()
  end,
}

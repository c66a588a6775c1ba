-- Opens games with long lists of moves, which are outside the Lua state.
-- expect: forfeit: exceeded its memory limit
local lab = require "boardlab"
return {
  choose = function(s)
    local games = {}
    for i = 1, 16 do
      games[i] = lab.game "parts/long_lists.lua"
    end
    return s:random_move()
  end,
}

-- Opens a game once, and counts in its rules.
local lab = require "boardlab"
local game = lab.game "game_counts.lua"
return {
  choose = function(s)
    local m = s:moves()
    return m[game:start():moves()[1] % #m + 1]
  end,
}

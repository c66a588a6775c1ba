-- One call that plays a game of 2^30 plies.
-- expect: forfeit: playout_of_endless_game.lua
local lab = require "boardlab"
return { choose = function()
  lab.game("parts/endless.lua"):start():playout()
end }

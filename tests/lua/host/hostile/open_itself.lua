-- Repeatedly opens itself as a game.
-- expect: fine
local lab = require "boardlab"
return { choose = function(s)
  for _ = 1, 20 do assert(not pcall(lab.game, "open_itself.lua")) end
  return s:random_move()
end }

-- Opens a file that opens itself many times, which opens itself many times, …
-- expect: forfeit: exceeded its budget
local lab = require "boardlab"
return { choose = function()
  while true do pcall(lab.game, "parts/opens_itself.lua") end
end }

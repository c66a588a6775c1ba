-- Opens a file that takes its whole budget before it fails, again and again.
-- expect: forfeit: exceeded its budget
local lab = require "boardlab"
return { choose = function()
  while true do pcall(lab.game, "parts/slow_to_fail.lua") end
end }

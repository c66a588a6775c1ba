-- Repeatedly opens a file that uses its whole budget and then fails.
-- expect: forfeit: exceeded its budget
local lab = require "boardlab"
return { choose = function()
  while true do pcall(lab.game, "parts/slow_to_fail.lua") end
end }

-- Asks for moves of slow rules a thousand times, catching errors.
-- budget: 10000000
-- expect: forfeit: exceeded its budget
local lab = require "boardlab"
return {
  choose = function(s)
    for _ = 1, 1000 do
      pcall(function() lab.game "parts/slow.lua":start():moves() end)
    end
    return s:random_move()
  end,
}

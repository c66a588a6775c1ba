-- Plays out a game of its own whose rules take long: its budget covers their work.
-- budget: 10000000
-- expect: forfeit: exceeded its budget
local lab = require "boardlab"
return {
  choose = function(s)
    local slow = lab.game "parts/slow.lua":start()
    for _ = 1, 1000 do pcall(slow.playout, slow) end
    return s:random_move()
  end,
}

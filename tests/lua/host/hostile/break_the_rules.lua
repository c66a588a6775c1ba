-- Creates a position that the rules do not expect, so that they fail: the bot must be
-- blamed for that, not the rules.
-- game: games/nim.lua
-- expect: forfeit: break_the_rules.lua
return { choose = function(s)
  s.heap[1] = 2000000000
  s:moves()
end }

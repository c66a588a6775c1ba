-- Makes a position that the rules did not expect, so that they fail: the bot has
-- to answer for that, not the rules.
-- game: games/nim.lua
-- expect: forfeit: break_the_rules.lua
return { choose = function(s)
  s.heap[1] = 2000000000
  s:moves()
end }

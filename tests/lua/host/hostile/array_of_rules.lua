-- Writes to the table of an array of a position of Lua rules.
-- game: games/nim.lua
-- expect: forfeit: array_of_rules.lua:6: only the rules themselves may edit a position of games/nim.lua; heap[1] was changed
return { choose = function(s)
  s.heap[1] = 1
  return s:moves()[1]
end }

-- Remembers a game in a local variable of the file.
-- expect: fine
local plies = 0
return { choose = function(s)
  plies = plies + 1
  assert(plies <= 9, "it has seen another game")
  return s:random_move()
end }

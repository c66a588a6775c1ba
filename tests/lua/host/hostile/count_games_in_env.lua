-- Remembers a game in a table that is called _ENV but is not the globals.
-- expect: fine
local _ENV = { assert = assert, plies = 0 }
return { choose = function(s)
  plies = plies + 1
  assert(plies <= 9, "it has seen another game")
  return s:random_move()
end }

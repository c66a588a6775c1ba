-- lab.rules sets a metatable: on a library table, that would replace the one that
-- protects it.
-- expect: forfeit: mark_the_library.lua:6: lab.rules and lab.variant take a table without a metatable
local lab = require "boardlab"
return { choose = function(s, me)
  pcall(lab.rules, me) lab.rules(string)
  string.games = (string.games or 0) + 1
  return s:random_move()
end }

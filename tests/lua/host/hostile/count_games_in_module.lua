-- Remembers a game in a module.
-- expect: fine
return { choose = function(s)
  local memory = require "parts.memory"
  memory.plies = memory.plies + 1
  assert(memory.plies <= 9, "it has seen another game")
  return s:random_move()
end }

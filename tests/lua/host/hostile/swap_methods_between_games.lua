-- Calls the accessors of one game on a position of another.
-- expect: fine
local lab = require "boardlab"
return { choose = function(s)
  local all = {}
  for i, name in ipairs { "dorix", "quoridor", "orbital", "tictacdoh", "games/nim.lua" } do
    all[i] = lab.game(name):start()
  end
  local asked = { "pawn", "walls_left", "owner", "hand", "steps", "rising", "tower", "cell", "distance" }
  for _, a in ipairs(all) do
    for _, name in ipairs(asked) do
      local method = a[name]
      for _, b in ipairs(all) do
        if type(method) == "function" then
          pcall(method, b, 1)
          pcall(method, b, "a1")
          pcall(method, b, 2, "base")
        end
      end
    end
    for _, b in ipairs(all) do pcall(a.assign, a:copy(), b) end
  end
  return s:random_move()
end }

-- A weak table shows when garbage is collected, which is not the same in each game.
-- expect: forfeit: weak_table.lua:4: a metatable with __mode cannot be set
return { choose = function()
  setmetatable({}, { __mode = "k" })
end }

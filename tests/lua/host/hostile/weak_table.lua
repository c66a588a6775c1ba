-- A weak table shows when garbage is collected, which differs between games.
-- expect: forfeit: weak_table.lua:4: setmetatable: a metatable with __mode is not allowed
return { choose = function()
  setmetatable({}, { __mode = "k" })
end }

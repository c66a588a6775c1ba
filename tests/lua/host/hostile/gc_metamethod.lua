-- A finalizer runs where no hook is called.
-- expect: forfeit: gc_metamethod.lua:4: a metatable with __gc cannot be set
return { choose = function()
  setmetatable({}, { __gc = function() while true do end end })
end }

-- A finalizer, which would run without hooks.
-- expect: forfeit: gc_metamethod.lua:4: setmetatable: a metatable with __gc is not allowed
return { choose = function()
  setmetatable({}, { __gc = function() while true do end end })
end }

-- Removes the protection of the library.
-- expect: forfeit: setmetatable_on_library.lua:3: cannot change a protected metatable
return { choose = function() setmetatable(string, {}) end }

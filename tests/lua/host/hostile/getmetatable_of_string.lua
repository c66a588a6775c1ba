-- Gets the metatable that all strings share.
-- expect: forfeit: getmetatable_of_string.lua:3: attempt to index a boolean
return { choose = function() getmetatable("").__index = nil end }

-- A metatable with __close from the start.
-- expect: forfeit: setmetatable: a metatable with __close is not allowed
return { choose = function() setmetatable({}, { __close = print }) end }

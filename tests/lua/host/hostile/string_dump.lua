-- Dumps bytecode.
-- expect: forfeit: string_dump.lua:3
return { choose = function() return string.dump(function() end) end }

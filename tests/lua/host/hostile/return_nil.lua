-- Returns nothing.
-- expect: forfeit: return_nil.lua: choose returned no move
return { choose = function() end }

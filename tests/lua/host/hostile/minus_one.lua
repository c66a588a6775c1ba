-- Returns the internal value for "no move drawn".
-- expect: forfeit: minus_one.lua: choose returned -1, which is not a legal move
return { choose = function() return -1 end }

-- What stands for no move drawn yet.
-- expect: forfeit: minus_one.lua: choose returned -1, which is not a legal move
return { choose = function() return -1 end }

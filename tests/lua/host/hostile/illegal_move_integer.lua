-- Returns an integer that is not a legal move.
-- expect: forfeit: illegal_move_integer.lua: choose returned 123456789, which is not a legal move
return { choose = function() return 123456789 end }

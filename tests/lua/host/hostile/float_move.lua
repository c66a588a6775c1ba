-- Returns a fractional number.
-- expect: forfeit: float_move.lua: choose returned 1.5
return { choose = function() return 1.5 end }

-- Returns a legal move minus 2^32.
-- expect: forfeit: negative_move.lua: choose returned -
return { choose = function(s) return s:moves()[1] - (1 << 32) end }

-- Returns a legal move plus 2^32.
-- expect: forfeit: huge_move_number.lua: choose returned
return { choose = function(s) return s:moves()[1] + (1 << 32) end }

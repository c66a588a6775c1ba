-- Not a number.
-- expect: forfeit: nan_move.lua: choose returned -nan; a move is a whole number
return { choose = function() return 0 / 0 end }

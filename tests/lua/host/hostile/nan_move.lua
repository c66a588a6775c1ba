-- Not a number.
-- expect: forfeit: nan; a move is a whole number
return { choose = function() return 0 / 0 end }

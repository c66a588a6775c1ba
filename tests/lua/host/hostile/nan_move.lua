-- Returns NaN.
-- expect: forfeit: nan; a move is an integer
return { choose = function() return 0 / 0 end }

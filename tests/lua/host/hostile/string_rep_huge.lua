-- One call that creates a string of a gigabyte.
-- expect: forfeit: created a table, string or stack of more than
return { choose = function() return ("x"):rep(1 << 30) end }

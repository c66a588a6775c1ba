-- One call that makes a string of a gigabyte.
-- expect: forfeit: out of its memory
return { choose = function() return ("x"):rep(1 << 30) end }

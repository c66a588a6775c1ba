-- Returns a string of 60000 characters that is not a legal move.
-- expect: forfeit: illegal_move_long_text.lua: choose returned
return { choose = function() return ("a1"):rep(30000) end }

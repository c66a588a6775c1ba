-- A text that is no move, of 60000 characters.
-- expect: forfeit: illegal_move_long_text.lua: choose returned
return { choose = function() return ("a1"):rep(30000) end }

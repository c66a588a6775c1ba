-- Returns a string that is not a legal move.
-- expect: forfeit: illegal_move_text.lua: choose returned a string that is not a legal move: 'resign'
return { choose = function() return "resign" end }

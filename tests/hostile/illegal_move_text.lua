-- A text that is no move.
-- expect: forfeit: illegal_move_text.lua: choose returned 'resign'
return { choose = function() return "resign" end }

-- A text that is no move.
-- expect: forfeit: illegal_move_text.lua: choose returned a text that is no move here: 'resign'
return { choose = function() return "resign" end }

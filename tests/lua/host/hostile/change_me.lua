-- Leaves itself a note.
-- expect: forfeit: change_me.lua:3: me cannot be changed
return { choose = function(_, me) me.note = 1 end }

-- Stores data in `me`.
-- expect: forfeit: change_me.lua:3: me is read-only
return { choose = function(_, me) me.note = 1 end }

-- Uses a C function as choose: the reason must still name the file.
-- expect: forfeit: choose_is_c.lua
return { choose = error }

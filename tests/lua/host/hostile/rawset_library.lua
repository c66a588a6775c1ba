-- Changes the library with rawset.
-- expect: forfeit: rawset_library.lua:3: rawset: this table is read-only
return { choose = function() rawset(string, "rep", nil) end }

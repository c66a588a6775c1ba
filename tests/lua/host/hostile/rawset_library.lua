-- Changes the library past its metatable.
-- expect: forfeit: rawset_library.lua:3: rawset: this table cannot be changed
return { choose = function() rawset(string, "rep", nil) end }

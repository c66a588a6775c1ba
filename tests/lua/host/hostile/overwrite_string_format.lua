-- Changes the library.
-- expect: forfeit: overwrite_string_format.lua:3: string cannot be changed
return { choose = function() string.format = nil end }

-- Changes the library.
-- expect: forfeit: overwrite_string_format.lua:3: string is read-only
return { choose = function() string.format = nil end }

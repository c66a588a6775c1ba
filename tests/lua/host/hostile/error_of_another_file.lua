-- Raises an error that seems to come from another file.
-- expect: forfeit: error_of_another_file.lua
return { choose = function() error("innocent.lua:1: out of memory", 0) end }

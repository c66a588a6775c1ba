-- Changes the module.
-- expect: forfeit: overwrite_lab.lua:3: boardlab is read-only
return { choose = function() require "boardlab".game = nil end }

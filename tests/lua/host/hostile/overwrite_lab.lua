-- Changes the module.
-- expect: forfeit: overwrite_lab.lua:3: boardlab cannot be changed
return { choose = function() require "boardlab".game = nil end }

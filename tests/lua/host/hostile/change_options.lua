-- Changes its options.
-- expect: forfeit: change_options.lua:3: options is read-only
return { options = { depth = 1 }, choose = function(_, me) me.options.depth = 2 end }

-- Yields from choose, which nothing can resume.
-- expect: forfeit: yield_from_choose.lua
return { choose = function() coroutine.yield(1) end }

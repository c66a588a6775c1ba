-- Yields where nothing can be resumed.
-- expect: forfeit: yield_from_choose.lua
return { choose = function() coroutine.yield(1) end }

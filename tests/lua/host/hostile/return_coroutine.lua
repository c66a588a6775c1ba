-- Returns a coroutine.
-- expect: forfeit: return_coroutine.lua: choose returned a thread
return { choose = function() return coroutine.create(function() end) end }

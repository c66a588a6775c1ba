-- Removes the count hook.
-- expect: forfeit: debug_library.lua:3: attempt to index a nil value (global 'debug')
return { choose = function() debug.sethook() end }

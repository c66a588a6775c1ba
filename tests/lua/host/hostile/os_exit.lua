-- Exits the process.
-- expect: forfeit: os_exit.lua:3: attempt to index a nil value (global 'os')
return { choose = function() os.exit(0) end }

-- Reads files.
-- expect: forfeit: open_file_io.lua:3: attempt to index a nil value (global 'io')
return { choose = function() return io.open "/etc/passwd" end }

-- Loads a C library.
-- expect: forfeit: package_library.lua:3: attempt to index a nil value (global 'package')
return { choose = function() package.loadlib("libc.so.6", "*") end }

-- Raises a number.
-- expect: forfeit: error_with_number.lua:3: 42
return { choose = function() error(42) end }

-- Raises a table.
-- expect: forfeit: error_with_table.lua:3: (error object is a table value)
return { choose = function() error {} end }

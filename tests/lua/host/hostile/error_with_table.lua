-- Raises a table.
-- expect: forfeit: error_with_table.lua:3: an error that is a table
return { choose = function() error {} end }

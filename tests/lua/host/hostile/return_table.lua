-- Returns a table.
-- expect: forfeit: return_table.lua: choose returned a table
return { choose = function() return {} end }

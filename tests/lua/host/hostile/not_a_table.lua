-- A file that returns a number.
-- expect: open: not_a_table.lua returns a number
return 42

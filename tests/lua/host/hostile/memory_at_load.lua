-- Exceeds its memory while the file is run.
-- expect: open: memory_at_load.lua: created a table, string or stack of more than
local t = {}
for i = 1, 1 << 22 do t[i] = { i } end

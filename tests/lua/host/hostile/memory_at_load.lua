-- The same while the file is loaded.
-- expect: open: memory_at_load.lua: created a table, string or stack of more than
local t = {}
for i = 1, 1 << 22 do t[i] = { i } end

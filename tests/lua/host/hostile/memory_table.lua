-- Fills a table endlessly.
-- expect: forfeit: memory_table.lua: created a table, string or stack of more than
return { choose = function()
  local t = {}
  for i = 1, 1 << 22 do t[i] = { i } end
end }

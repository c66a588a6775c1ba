-- A list with a false __len for insert, which would shift all elements.
-- expect: forfeit: table_insert_len_lie.lua:4: a list with a __len
return { choose = function()
  table.insert(setmetatable({}, { __len = function() return 1 << 60 end }), 1, 1)
end }

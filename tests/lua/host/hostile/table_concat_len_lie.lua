-- A list with a false __len.
-- expect: forfeit: table_concat_len_lie.lua:4: a list with a __len
return { choose = function()
  table.concat(setmetatable({}, { __len = function() return math.maxinteger end }))
end }

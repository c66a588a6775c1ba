-- Unpacks more values than fit on the stack.
-- expect: forfeit: unpack_huge.lua:3: unpack: more than
return { choose = function() return table.unpack({}, 1, 1 << 24) end }

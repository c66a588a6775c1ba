-- More values than a stack has room for.
-- expect: forfeit: unpack_huge.lua:3: unpack: more than
return { choose = function() return table.unpack({}, 1, 1 << 24) end }

-- A range of almost all integers.
-- expect: forfeit: table_move_huge.lua:3
return { choose = function() table.move({}, 1, math.maxinteger - 1, 2) end }

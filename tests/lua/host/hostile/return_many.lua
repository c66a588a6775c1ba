-- Returns several values.
-- expect: fine
return { choose = function(s) return s:random_move(), table.unpack({}, 1, 999) end }

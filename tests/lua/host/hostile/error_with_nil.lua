-- Raises nil.
-- expect: forfeit: error_with_nil.lua:3: (error object is a nil value)
return { choose = function() error(nil) end }

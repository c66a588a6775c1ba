-- Raises nothing.
-- expect: forfeit: error_with_nil.lua:3: an error that is a nil
return { choose = function() error(nil) end }

-- A syntax error.
-- expect: open: syntax_error.lua:3:
return { choose = function( end

-- Recurses endlessly through C.
-- expect: forfeit: c_stack_overflow.lua
local function dig() return (("x"):gsub(".", dig)) end
return { choose = dig }

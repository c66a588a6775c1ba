-- Recurses endlessly.
-- expect: forfeit: deep_recursion.lua
local function dig() return 1 + dig() end
return { choose = dig }

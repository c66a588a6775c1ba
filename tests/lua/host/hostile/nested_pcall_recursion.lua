-- Catches at every level of a recursion, so that each level begins another loop.
-- expect: forfeit: nested_pcall_recursion.lua
local function dig()
  pcall(dig)
  while true do end
end
return { choose = dig }

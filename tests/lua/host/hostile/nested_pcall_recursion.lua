-- Catches errors at every level of a recursion, where each level starts another loop.
-- expect: forfeit: nested_pcall_recursion.lua
local function dig()
  pcall(dig)
  while true do end
end
return { choose = dig }

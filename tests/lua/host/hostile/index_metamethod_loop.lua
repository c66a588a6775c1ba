-- Metamethods that call each other endlessly.
-- expect: forfeit: index_metamethod_loop.lua
return { choose = function()
  local a = setmetatable({}, { __index = function(t, k) return t[k] end })
  return a.x
end }

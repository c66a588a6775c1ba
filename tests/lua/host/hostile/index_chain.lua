-- A cycle of __index: Lua itself gives up.
-- expect: forfeit: '__index' chain too long
return { choose = function()
  local a, b = {}, {}
  setmetatable(a, { __index = b })
  setmetatable(b, { __index = a })
  return a.x
end }

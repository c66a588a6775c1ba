-- Adds __gc after setmetatable: Lua only looks for it when the metatable is set.
-- expect: fine
return { choose = function(s)
  local meta = {}
  for _ = 1, 1000 do setmetatable({}, meta) end
  meta.__gc = function() while true do end end
  for _ = 1, 1000 do local _ = {} end
  return s:random_move()
end }

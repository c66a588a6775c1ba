-- A table whose fields are computed and differ each time.
-- expect: fine
local n = 0
return setmetatable({}, { __index = function(_, key)
  n = n + 1
  if key == "choose" then return function(s) return s:random_move() end end
  if key == "name" or key == "summary" then return ("x"):rep(n) end
end })

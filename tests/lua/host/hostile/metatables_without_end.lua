-- Creates thousands of metatables, which must not be kept alive.
-- expect: fine
return { choose = function(s)
  for _ = 1, 2000 do setmetatable({}, {}) end
  return s:random_move()
end }

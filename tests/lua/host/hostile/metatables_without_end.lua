-- Metatables by the thousand; they must not be kept.
-- expect: fine
return { choose = function(s)
  for _ = 1, 2000 do setmetatable({}, {}) end
  return s:random_move()
end }

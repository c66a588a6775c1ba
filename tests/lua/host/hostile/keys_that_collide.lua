-- Integers that all have the same hash, so that iterating takes quadratic
-- time.
-- expect: forfeit: keys_that_collide.lua:8: exceeded its
-- budget: 100000
return { choose = function(s)
  local t = {}
  for i = 1, 12000 do t[i * 16383] = true end
  for _ = 1, 1000 do pairs(t) end
  return s:random_move()
end }

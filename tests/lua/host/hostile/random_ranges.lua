-- Random integers at the limits of the integer range.
-- expect: fine
return { choose = function(s, me)
  for _ = 1, 20 do
    math.random(math.mininteger, math.maxinteger)
    math.random(math.maxinteger)
    me.rng(math.mininteger, math.mininteger)
    me.rng(-1, math.maxinteger)
    me.rng(0)
  end
  assert(not pcall(math.random, 2, 1) and not pcall(math.random, -5) and not pcall(me.rng, 1.5))
  return s:random_move()
end }

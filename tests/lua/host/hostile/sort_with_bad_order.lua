-- Sorts by an inconsistent order.
-- expect: fine
return { choose = function(s, me)
  local t = {}
  for i = 1, 300 do t[i] = i end
  pcall(table.sort, t, function() return true end)
  pcall(table.sort, t, function() return me.rng(2) == 1 end)
  t[17] = 0 / 0
  pcall(table.sort, t)
  return s:random_move()
end }

-- Uses a C function, which visits a large empty table, as the order of a sort: no
-- Lua instruction runs.
-- expect: forfeit: sort_by_pairs.lua
return { choose = function(s)
  local large, list = {}, {}
  for i = 1, 100000 do large[i] = true end
  for i = 1, 100000 do large[i] = nil end
  for i = 1, 20000 do list[i] = large end
  table.sort(list, pairs)
  return s:random_move()
end }

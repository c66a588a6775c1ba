-- An exhausted iterator of gmatch searches all of its string again at each
-- call; here a sort makes the calls.
-- expect: forfeit: sort_by_gmatch.lua:7: exceeded its
return { choose = function(s)
  local iterator, list = ("a"):rep(300):gmatch "a-b", {}
  for i = 1, 30000 do list[i] = i end
  table.sort(list, iterator)
  return s:random_move()
end }

-- Exceeds its memory in xpcall.
-- expect: forfeit: memory_in_xpcall.lua:5: created a table, string or stack of more than
return { choose = function(s)
  xpcall(function() return ("x"):rep(1 << 40) end, function() end)
  xpcall(function() return ("x"):rep(1 << 30) end, function() end)
  return s:random_move()
end }

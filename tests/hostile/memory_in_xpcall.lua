-- The same in xpcall.
-- expect: forfeit: out of its memory
return { choose = function(s)
  xpcall(function() return ("x"):rep(1 << 40) end, function() end)
  xpcall(function() return ("x"):rep(1 << 30) end, function() end)
  return s:random_move()
end }

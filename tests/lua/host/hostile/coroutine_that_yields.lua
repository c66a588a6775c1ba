-- Yields before the hook of the coroutine comes.
-- expect: forfeit: exceeded its budget
return { choose = function()
  local co = coroutine.wrap(function() while true do coroutine.yield() end end)
  while true do co() end
end }

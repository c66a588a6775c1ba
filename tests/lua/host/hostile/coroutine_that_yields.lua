-- Yields before the count hook of the coroutine runs.
-- budget: 10000
-- expect: forfeit: exceeded its budget
return { choose = function()
  local co = coroutine.wrap(function() while true do coroutine.yield() end end)
  while true do co() end
end }

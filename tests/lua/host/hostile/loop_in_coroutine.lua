-- Loops in a coroutine, which has its own hook.
-- expect: forfeit: exceeded its budget
return { choose = function()
  local co = coroutine.create(function() while true do end end)
  coroutine.resume(co)
  while true do end
end }

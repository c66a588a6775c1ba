-- Resumes itself, a dead coroutine, and one that waits for itself.
-- expect: fine
return { choose = function(s)
  local co
  co = coroutine.create(function() return coroutine.resume(co) end)
  local _, good = coroutine.resume(co)
  assert(good == false and not coroutine.resume(co))
  local wrapped
  wrapped = coroutine.wrap(function(...) return pcall(wrapped, ...) end)
  assert(wrapped(1, 2) == false)
  return s:random_move()
end }

-- A coroutine in a coroutine, until C's stack would end.
-- expect: fine
return { choose = function(s)
  local function dig(n) return coroutine.wrap(function() return dig(n + 1) end)() end
  assert(not pcall(dig, 1))
  return s:random_move()
end }

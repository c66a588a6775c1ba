-- Nests coroutines until the C stack would overflow.
-- expect: fine
return { choose = function(s)
  local function dig(n) return coroutine.wrap(function() return dig(n + 1) end)() end
  assert(not pcall(dig, 1))
  return s:random_move()
end }

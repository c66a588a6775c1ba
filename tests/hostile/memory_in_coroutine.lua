-- The same in a coroutine, whose resume catches.
-- expect: forfeit: out of its memory
return { choose = function(s)
  coroutine.resume(coroutine.create(function()
    local t = {}
    for i = 1, 1 << 22 do t[i] = { i } end
  end))
  return s:random_move()
end }

-- Exceeds its memory in a coroutine, whose resume catches the error.
-- expect: forfeit: memory_in_coroutine.lua:4: created a table, string or stack of more than
return { choose = function(s)
  coroutine.resume(coroutine.create(function()
    local t = {}
    for i = 1, 1 << 22 do t[i] = { i } end
  end))
  return s:random_move()
end }

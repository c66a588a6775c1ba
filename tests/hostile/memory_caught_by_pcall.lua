-- Catches the end of its memory and goes on.
-- expect: forfeit: out of its memory
return { choose = function(s)
  pcall(function()
    local t = {}
    for i = 1, 1 << 22 do t[i] = { i } end
  end)
  return s:random_move()
end }

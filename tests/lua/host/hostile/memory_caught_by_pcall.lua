-- Catches the error for exceeded memory and continues.
-- expect: forfeit: memory_caught_by_pcall.lua:4: created a table, string or stack of more than
return { choose = function(s)
  pcall(function()
    local t = {}
    for i = 1, 1 << 22 do t[i] = { i } end
  end)
  return s:random_move()
end }

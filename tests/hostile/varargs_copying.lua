-- Hundreds of thousands of arguments, copied at each call: one instruction.
-- expect: forfeit: varargs_copying.lua
return { choose = function()
  local function waste(...)
    while true do type(...) end
  end
  local function grow(n, ...)
    if n == 0 then return waste(...) end
    return grow(n - 1, table.unpack({}, 1, 100), ...)
  end
  local function grow_more(n, a, b, c, d, e, f, g, h, ...)
    if n == 0 then return waste(a, b, c, d, e, f, g, h, ...) end
    return grow_more(n - 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
      a, b, c, d, e, f, g, h, ...)
  end
  pcall(grow, 10)
  grow_more(3000)
end }

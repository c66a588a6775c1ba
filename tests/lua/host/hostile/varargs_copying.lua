-- Passes hundreds of thousands of arguments, copied at each call: one instruction.
-- expect: forfeit: varargs_copying.lua
return { choose = function()
  local function waste(...)
    while true do type(...) end
  end
  local function grow(n, ...)
    if n == 0 then return waste(...) end
    return grow(n - 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, ...)
  end
  grow(3000)
end }

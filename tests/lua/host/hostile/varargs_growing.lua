-- Passes more arguments at each call, without a loop.
-- expect: forfeit: varargs_growing.lua
return { choose = function()
  local function grow(...) return grow(1, 2, 3, 4, 5, ...) end
  return grow()
end }

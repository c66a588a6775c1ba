-- A message handler that recurses when the stack is already full.
-- expect: forfeit: xpcall_on_overflow.lua
return { choose = function(s)
  local function dig() return 1 + dig() end
  xpcall(dig, dig)
  return s:random_move()
end }

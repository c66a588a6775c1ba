-- A table whose __call is itself: one instruction that fills the stack, slot by
-- slot, and moves all of it up each time.
-- expect: forfeit: call_chain.lua
return { choose = function(s)
  local meta = {}
  local t = setmetatable({}, meta)
  meta.__call = t
  pcall(t)
  return s:random_move()
end }

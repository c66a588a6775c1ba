-- A table that is its own __call: one instruction that fills the stack slot by slot and
-- shifts all of it each time.
-- expect: forfeit: call_chain.lua
return { choose = function(s)
  local meta = {}
  local t = setmetatable({}, meta)
  meta.__call = t
  pcall(t)
  return s:random_move()
end }

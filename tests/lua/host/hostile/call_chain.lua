-- A table that is its own __call: one instruction that fills the stack slot by slot and
-- shifts all of it each time. It begins deep down, so that filling the rest takes less time.
-- expect: forfeit: call_chain.lua:9: created a table, string or stack
local meta = {}
local t = setmetatable({}, meta)
meta.__call = t
local function dive(depth)
  if depth == 0 then
    pcall(t)
  else
    dive(depth - 1)
  end
end
return { choose = function(s)
  dive(28000)
  return s:random_move()
end }

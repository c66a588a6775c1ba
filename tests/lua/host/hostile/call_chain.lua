-- A table that becomes its own __call after it got its metatable: an instruction that would fill
-- the stack slot by slot and shift all of it each time.
-- expect: fine
local meta = {}
local t = setmetatable({}, meta)
meta.__call = t
return { choose = function(s)
  local good, why = pcall(t)
  assert(not good and why:find "attempt to call a table value")
  assert(not pcall(setmetatable, {}, meta))
  return s:random_move()
end }

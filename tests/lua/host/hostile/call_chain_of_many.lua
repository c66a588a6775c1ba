-- Tables that are each the __call of the next: a call that would go through all of them, and is
-- a single instruction.
-- expect: open: call_chain_of_many.lua:5: setmetatable: __call must be a function, not a table value
local t = function() end
for _ = 1, 60000 do t = setmetatable({}, { __call = t }) end
return { choose = function(s)
  t()
  return s:random_move()
end }

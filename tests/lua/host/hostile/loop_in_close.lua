-- Loops in a __close that runs when the budget is exceeded.
-- expect: forfeit: exceeded its budget
return { choose = function()
  local _ <close> = setmetatable({}, { __close = function() while true do end end })
  while true do end
end }

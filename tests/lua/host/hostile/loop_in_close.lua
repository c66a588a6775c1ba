-- Loops in a __close that runs when the budget is exceeded.
-- expect: open: loop_in_close.lua:4: to-be-closed variables (<close>) are not available
return { choose = function()
  local _ <close> = setmetatable({}, { __close = function() while true do end end })
  while true do end
end }

-- Ranges that are within the budget, again and again.
-- expect: forfeit: exceeded its budget
return { choose = function()
  while true do table.move({}, 1, 999999, 1) end
end }

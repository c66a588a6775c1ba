-- Repeatedly sorts a long list, with much work between two checks of the budget.
-- expect: forfeit: sort_forever.lua: created a table, string or stack of more than
return { choose = function()
  local t = { 1 }
  for _ = 1, 19 do table.move(t, 1, #t, #t + 1) end
  while true do table.sort(t) end
end }

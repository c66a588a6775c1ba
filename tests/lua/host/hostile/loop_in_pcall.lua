-- Catches the end of its budget and goes on.
-- expect: forfeit: exceeded its budget
return { choose = function()
  while true do pcall(function() while true do end end) end
end }

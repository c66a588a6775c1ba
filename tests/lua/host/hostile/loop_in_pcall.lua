-- Catches the error for the exceeded budget and continues.
-- expect: forfeit: exceeded its budget
return { choose = function()
  while true do pcall(function() while true do end end) end
end }

-- Loops in the function that gsub calls.
-- expect: forfeit: exceeded its budget
return { choose = function()
  return ("abc"):gsub(".", function() while true do end end)
end }

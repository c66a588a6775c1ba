-- Loops in the function that gsub calls.
-- expect: forfeit: out of its budget
return { choose = function()
  return ("abc"):gsub(".", function() while true do end end)
end }

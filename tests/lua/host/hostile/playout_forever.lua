-- Plays playouts endlessly.
-- expect: forfeit: exceeded its budget
return { choose = function(s)
  while true do s:copy():playout() end
end }

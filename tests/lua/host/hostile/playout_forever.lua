-- Plays random games without end.
-- expect: forfeit: exceeded its budget
return { choose = function(s)
  while true do s:copy():playout() end
end }

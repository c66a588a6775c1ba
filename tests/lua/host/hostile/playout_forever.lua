-- Plays random games without end.
-- expect: forfeit: out of its budget
return { choose = function(s)
  while true do s:copy():playout() end
end }

-- Positions without end.
-- expect: forfeit: out of its
return { choose = function(s)
  local t = {}
  while true do t[#t + 1] = s:copy() end
end }

-- Creates positions endlessly.
-- expect: forfeit: exceeded its
return { choose = function(s)
  local t = {}
  while true do t[#t + 1] = s:copy() end
end }

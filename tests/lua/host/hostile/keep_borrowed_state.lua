-- Keeps the position from turn to turn and plays on it.
-- expect: fine
local kept, copies = nil, {}
return { choose = function(s)
  local now = s:copy()
  if kept then kept:playout() end
  for _, c in ipairs(copies) do c:copy():playout() end
  kept, copies[#copies + 1] = s, now
  return now:random_move()
end }

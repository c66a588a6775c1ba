-- Adds __mode after the metatable has been set. Observing garbage collection would
-- reveal what other games have left behind.
-- expect: fine
return { choose = function(s)
  local meta = {}
  local seen = setmetatable({}, meta)
  pcall(rawset, meta, "__mode", "v")
  pcall(function() meta.__mode = "v" end)
  for i = 1, 2000 do seen[i] = {} end
  for i = 1, 2000 do
    if not seen[i] then return nil end
  end
  return s:random_move()
end }

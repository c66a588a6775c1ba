-- Makes pairs sort keys that take long to compare.
-- expect: forfeit: long_keys.lua
return { choose = function()
  local t, long = {}, ("x"):rep(60000)
  for i = 1, 200 do t[long .. i] = true end
  while true do pairs(t) end
end }

-- Enlarges a string with every gsub.
-- expect: forfeit: gsub_explosion.lua
return { choose = function()
  local s = ("x"):rep(1000)
  while true do s = s:gsub("", "yyyyyyyyyyyyyyyyyy") end
end }

-- A large character set, searched for each character of the string.
-- expect: forfeit: pattern_long_set.lua
return { choose = function()
  local set, text = "[" .. ("b"):rep(60000) .. "]", ("a"):rep(60000)
  while true do text:find(set) end
end }

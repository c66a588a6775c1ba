-- Converts a number of many digits each time it is used: one instruction.
-- expect: forfeit: long_string_to_number.lua
-- budget: 20000
return { choose = function()
  local s = ("0"):rep(60000)
  while true do local _ = s + 0 end
end }

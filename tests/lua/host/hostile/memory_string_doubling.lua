-- Doubles a string endlessly.
-- expect: forfeit: memory_string_doubling.lua: created a string of more than
return { choose = function()
  local s = "x"
  while true do s = s .. s end
end }

-- A string that doubles.
-- expect: forfeit: memory_string_doubling.lua: out of its memory
return { choose = function()
  local s = "x"
  while true do s = s .. s end
end }

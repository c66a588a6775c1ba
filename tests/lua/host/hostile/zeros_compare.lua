-- Lua compares strings in pieces between zero bytes: here 60000 pieces.
-- expect: forfeit: zeros_compare.lua
-- budget: 20000
return { choose = function()
  local a, b = ("\0"):rep(60000) .. "a", ("\0"):rep(60000) .. "b"
  while true do local _ = a < b end
end }

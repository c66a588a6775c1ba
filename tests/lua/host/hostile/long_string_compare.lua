-- Compares long strings that differ only at the end, again and again.
-- expect: forfeit: long_string_compare.lua:6: exceeded its
-- budget: 20000
return { choose = function()
  local a, b = ("x"):rep(60000) .. "a", ("x"):rep(60000) .. "b"
  while true do local _ = a < b or a == b end
end }

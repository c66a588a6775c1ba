-- Loads code that takes the parser quadratic time.
-- expect: forfeit: exceeded its budget
return { choose = function()
  local code = "local a return " .. ("a or "):rep(12000) .. "a"
  while true do load(code) end
end }

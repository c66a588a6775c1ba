-- Code that the parser takes quadratic time for.
-- expect: forfeit: exceeded its budget
return { choose = function()
  local code = "local a return " .. ("a or "):rep(12000) .. "a"
  while true do load(code) end
end }

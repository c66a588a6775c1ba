-- Repeatedly requires a module that fails: reading it takes time.
-- expect: forfeit: exceeded its budget
return { choose = function()
  while true do pcall(require, "parts.broken") end
end }

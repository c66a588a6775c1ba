-- Loops in the message handler of xpcall, which runs without hooks in plain Lua.
-- expect: forfeit: exceeded its budget
return { choose = function()
  xpcall(error, function() while true do end end)
end }

-- Loops.
-- expect: forfeit: loop_forever.lua:4: exceeded its budget
return { choose = function()
  while true do end
end }

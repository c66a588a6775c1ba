-- Loops in a wrapped coroutine, catches the error, starts the next.
-- expect: forfeit: exceeded its budget
return { choose = function()
  while true do
    pcall(coroutine.wrap(function() while true do end end))
  end
end }

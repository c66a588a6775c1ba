-- Many coroutines that each do less than what a hook would see.
-- expect: forfeit: exceeded its budget
return { choose = function()
  while true do
    coroutine.wrap(function() for _ = 1, 300 do end end)()
  end
end }

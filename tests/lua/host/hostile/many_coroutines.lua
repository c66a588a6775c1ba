-- Many coroutines, each too short for its count hook to run.
-- expect: forfeit: exceeded its budget
return { choose = function()
  while true do
    coroutine.wrap(function() for _ = 1, 300 do end end)()
  end
end }

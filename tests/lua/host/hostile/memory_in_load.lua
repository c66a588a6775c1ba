-- The same in load, which catches what goes wrong in the parser.
-- expect: forfeit: memory_in_load.lua:4: bad argument #1 to 'load'
return { choose = function(s)
  load(function() return "x" end)
  return s:random_move()
end }

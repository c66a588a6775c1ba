-- Exceeds its memory in load, which catches errors of the parser.
-- expect: forfeit: memory_in_load.lua:4: bad argument #1 to 'load'
return { choose = function(s)
  load(function() return "x" end)
  return s:random_move()
end }

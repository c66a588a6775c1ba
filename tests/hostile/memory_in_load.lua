-- The same in load, which catches what goes wrong in the parser.
-- expect: forfeit: out of its
return { choose = function(s)
  load(function() return "x" end)
  return s:random_move()
end }

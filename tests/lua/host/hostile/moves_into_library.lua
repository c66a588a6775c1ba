-- Has the legal moves written into a table of the library.
-- expect: forfeit: moves_into_library.lua:4: bad argument #1 to 'moves' (the table to refill must have no metatable)
return { choose = function(s)
  s:moves(string)
  return s:random_move()
end }

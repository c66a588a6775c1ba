-- Nothing, repeated: no memory at all, but a loop in C that takes years.
-- expect: fine
return { choose = function(s)
  assert((""):rep(math.maxinteger) == "")
  assert((""):rep(1 << 40, "") == "")
  return s:random_move()
end }

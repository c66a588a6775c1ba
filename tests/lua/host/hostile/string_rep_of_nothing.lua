-- Repeats an empty string: no memory, but a C loop that would take years.
-- expect: fine
return { choose = function(s)
  assert((""):rep(math.maxinteger) == "")
  assert((""):rep(1 << 40, "") == "")
  return s:random_move()
end }

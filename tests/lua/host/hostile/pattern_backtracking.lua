-- A pattern that takes exponential time.
-- expect: forfeit: pattern_backtracking.lua:4: the pattern
return { choose = function()
  return (("a"):rep(1000)):find(("a*"):rep(20) .. "b")
end }

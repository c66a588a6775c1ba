-- Replaces global functions: in its own globals only, and for one game.
-- expect: fine
assert(not seen)
return { choose = function(s)
  seen = true
  pcall, error, tostring, pairs, type = nil, nil, nil, nil, nil
  return s:random_move()
end }

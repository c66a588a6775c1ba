-- Replaces global functions: only its own globals change, and only for one game.
-- expect: fine
assert(not seen)
return { choose = function(s)
  seen = true
  pcall, error, tostring, pairs, type = nil, nil, nil, nil, nil
  return s:random_move()
end }

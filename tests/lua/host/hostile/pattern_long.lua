-- A long pattern without repetitions, tried at every position of a long string.
-- expect: forfeit: could take too long
return { choose = function(s)
  local text, pattern = ("a"):rep(65000), ("a"):rep(32000) .. "b"
  for _ = 1, 100 do text:match(pattern) end
  return s:random_move()
end }

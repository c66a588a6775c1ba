-- A move drawn in one position must not count as legal in another.
-- expect: forfeit: drawn_elsewhere.lua
return { choose = function(s)
  local first = s:random_move()
  s:play(first)
  if not s:seat() then return 123456789 end
  local second = s:random_move()
  return second == first and -7 or second ~= first and not s:legal(first) and first + (1 << 33) or -1
end }

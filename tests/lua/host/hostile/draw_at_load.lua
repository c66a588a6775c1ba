-- Uses random numbers while the file is run: the same in every game of the same stream.
-- expect: fine
local luck = math.random(1000)
return { choose = function(s)
  for _ = 1, luck % 7 do math.random() end
  return s:random_move()
end }

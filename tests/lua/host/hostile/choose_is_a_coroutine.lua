-- Uses a wrapped coroutine, which has memory, as choose.
-- expect: fine
local games = 0
return { choose = coroutine.wrap(function(s)
  games = games + 1
  assert(games == 1)
  while true do s = coroutine.yield(s:random_move()) end
end) }

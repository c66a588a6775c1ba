-- Searches that die in coroutines, which are garbage-collected later.
-- expect: fine
local lab = require "boardlab"
return { choose = function(s)
  local co = coroutine.create(function()
    lab.search.mcts(s, { evaluate = function() error "x" end })
  end)
  coroutine.resume(co)
  co = nil
  for i = 1, 10000 do co = { i } end -- forces a collection
  return (lab.search.mcts(s, { iterations = 10 }))
end }

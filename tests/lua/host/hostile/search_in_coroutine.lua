-- Searches that die in coroutines, and are collected afterwards.
-- expect: fine
local lab = require "boardlab"
return { choose = function(s)
  local co = coroutine.create(function()
    lab.search.mcts(s, { evaluate = function() error "x" end })
  end)
  coroutine.resume(co)
  co = nil
  for i = 1, 10000 do co = { i } end -- until it is
  return (lab.search.mcts(s, { iterations = 10 }))
end }

-- The same moves lead to different positions, because a hook counts its calls. A search keeps
-- the positions that it has seen, so its moves stay legal.
-- game: this
-- expect: fine
local lab = require "boardlab"
local inner = lab.variant {
  base = "dorix",
  after = function(s) if s:outcome() == nil then s:play(s:moves()[1]) end end,
}
local calls = 0
return lab.variant {
  base = lab.variant {
    base = inner,
    after = function(s)
      calls = calls + 1
      if calls % 3 == 0 and s:outcome() == nil then s:play(s:moves()[1]) end
    end,
  },
  after = function(s)
    if s:outcome() == nil then lab.search.mcts(s, { iterations = 300, rng = lab.rng(1) }) end
  end,
}

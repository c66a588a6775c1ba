-- Positions of two layers of one file have the same spec, but different layouts.
-- game: this
-- expect: fault: cannot become one of
local lab = require "boardlab"
local inner = lab.variant { base = "tictacdoh", after = function() end }
local list = {}
for i = 1, 1000 do list[i] = -1 - i end
return lab.variant {
  base = inner,
  vars = { list = list },
  after = function(s)
    local whole = lab.game("variant_assign_between_layers.lua"):start()
    whole:assign(s)
    s:assign(whole)
    s:moves()
  end,
}

-- Keeps a generator of its own.
local lab = require "boardlab"
local rng = lab.rng(5)
return {
  choose = function(s)
    local m = s:moves()
    return m[rng(#m)]
  end,
}

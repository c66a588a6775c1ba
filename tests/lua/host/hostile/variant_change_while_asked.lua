-- Changes the position, through the view of an outer layer, while the base game is asked
-- whether a move is legal in it: the native game must not play that move.
-- game: this
-- expect: fault: is not legal in the position in which it is played
local lab = require "boardlab"
local kept, other

local inner = lab.variant {
  base = "dorix",
  allow = function()
    if kept then
      local s = kept
      kept = nil
      s:assign(other)
    end
    return true
  end,
}
return lab.variant {
  base = inner,
  after = function(s)
    other = s:copy()
    local move = other:moves()[1]
    other:play(move)
    local far = other:copy() -- so that the legal moves of s are no longer remembered
    for _ = 1, 3 do far:play(far:moves()[1]) end
    kept = s
    s:play(move)
  end,
}

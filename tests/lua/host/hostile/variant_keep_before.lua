-- Keeps the position before the move until the next one.
-- game: this
-- expect: fault: variant_keep_before.lua
local kept
return require "boardlab".variant {
  base = "tictacdoh",
  allow = function()
    if kept then kept:moves() end
    return true
  end,
  after = function(_, _, _, before) kept = before end,
}

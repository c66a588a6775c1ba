-- Extra moves that have changed by the time they are played.
-- game: this
-- expect: fault: variant_extra_changes.lua
local n = 0
return require "boardlab".variant {
  base = "tictacdoh",
  allow = function() return false end,
  extra = function() n = n + 1 return n % 2 == 1 and { "a", "b", "c" } or {} end,
  play = function(_, text) assert(text, "no text") end,
}

-- Rules that exceed their memory.
-- game: this
-- expect: fault: rules_memory.lua: exceeded its memory limit
local all = {}
return require "boardlab".rules {
  moves = function() for i = 1, 1 << 22 do all[i] = ("x"):rep(60000) .. i end end,
  play = function() end,
}

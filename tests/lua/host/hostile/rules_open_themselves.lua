-- Rules that open themselves in a hook and call what they have opened, recursively: each
-- is another plugin, which needs its part of the C stack.
-- game: this
-- expect: fault: more than 10 plugins call each other
local lab = require "boardlab"
return lab.rules {
  max_moves = 4096,
  moves = function() return lab.game "rules_open_themselves.lua":start():moves() end,
  play = function() end,
}

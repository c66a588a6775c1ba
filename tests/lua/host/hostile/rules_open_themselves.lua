-- Rules that open themselves in a hook, and ask what they open, and so on: each
-- is another plugin, and takes its part of the C stack.
-- game: this
-- expect: fault: more than 10 plugins call each other
local lab = require "boardlab"
return lab.rules {
  max_moves = 32768,
  moves = function() return lab.game "rules_open_themselves.lua":start():moves() end,
  play = function() end,
}

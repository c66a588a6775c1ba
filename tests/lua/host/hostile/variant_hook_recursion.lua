-- A hook that plays moves of its own variant.
-- game: this
-- expect: fault: variant_hook_recursion.lua
local lab = require "boardlab"
return lab.variant {
  base = lab.variant { base = "tictacdoh", after = function(s) s:copy():playout() error "in" end },
  after = function(s) s:copy():playout() end,
}

-- Yields out of a hook.
-- game: this
-- expect: fault: rules_yield.lua
return require "boardlab".rules {
  moves = function() coroutine.yield() return { 1 } end,
  play = function() end,
}

-- Rules that ask themselves, each time from the bottom of a new coroutine, where Lua counts C
-- calls from the start again, and then open themselves and ask those: the C stack would
-- overflow long before any single limit is reached.
-- game: this
-- expect: fault: rules_nested_everywhere.lua
local lab = require "boardlab"
local depth = 0

local function deep(n, f)
  if n == 0 then return f() end
  return (("x"):gsub("x", function() return deep(n - 1, f) end))
end

local function ask(s)
  depth = depth + 1
  if depth == 8 then s = lab.game "rules_nested_everywhere.lua":start() end
  s:moves()
  return ""
end

return lab.rules {
  moves = function(s)
    coroutine.wrap(function() deep(60, function() return ask(s) end) end)()
    return { 1 }
  end,
  play = function() end,
}

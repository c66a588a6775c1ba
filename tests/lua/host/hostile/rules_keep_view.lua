-- Keeps the position that one definition of the file gets, and looks at its array in a call of
-- another one.
-- game: this
-- expect: fault: rules_keep_view.lua:15: this position was only valid during the call; keep s:copy()
local lab = require "boardlab"
local kept
local base = lab.rules {
  name = "base",
  state = { list = 4 },
  moves = function(s) kept = s return { 1 + s.list[1] } end,
  play = function(s) s.list[1] = s.list[1] + 1 end,
}
return lab.variant {
  base = base,
  allow = function() return kept.list[1] == 0 end,
}

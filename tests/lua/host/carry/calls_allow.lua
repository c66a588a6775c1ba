-- The first move of a game takes many instructions, after calls of `allow` in the same file.
local lab = require "boardlab"

return lab.variant {
  base = lab.variant {
    base = "tictacdoh",
    depends = { "size", "to" },
    allow = function(size) for _ = 1, 100 do end return size ~= "X" end,
  },
  vars = { ply = 0 },
  options = { turns = { default = 0, min = 0, max = 100000 } },
  after = function(s, _, _, _, options)
    s.ply = s.ply + 1
    if s.ply > 1 then return end
    s:count()
    for _ = 1, options.turns do end
  end,
}

-- Counts in the options how often `allow` is asked, and sets the count back before a game ends.
local lab = require "boardlab"
return lab.variant {
  base = "tictacdoh",
  options = { limit = { default = 0, min = 0, max = 100000, help = "a number that counts" } },
  depends = { "move" },
  allow = function(_, o)
    o.limit = o.limit + 1
    return o.limit % 3 ~= 0
  end,
  outcome = function(_, _, o) o.limit = 0 end,
}

-- Counts in `extra`, whose list is kept while the position stays the same.
local n = 0
return require "boardlab".variant {
  base = "tictacdoh",
  extra = function() n = n + 1 return { "wait" .. n % 3 } end,
  play = function(_, text) n = n + #text end,
}

-- Extra moves with an escape sequence.
-- game: this
-- expect: fault: each of printable characters
return require "boardlab".variant {
  base = "tictacdoh",
  extra = function() return { "\27[31mred" } end,
  play = function() end,
}

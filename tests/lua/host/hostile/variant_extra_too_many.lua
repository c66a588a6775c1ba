-- Too many extra moves.
-- game: this
-- expect: fault: variant_extra_too_many.lua: 'extra' must return a list of at most 256 strings
return require "boardlab".variant {
  base = "tictacdoh",
  extra = function() local t = {} for i = 1, 257 do t[i] = "x" .. i end return t end,
  play = function() end,
}

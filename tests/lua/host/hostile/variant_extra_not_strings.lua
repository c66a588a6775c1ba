-- Extra moves that are tables.
-- game: this
-- expect: fault: variant_extra_not_strings.lua: 'extra' must return a list of at most 256 strings
return require "boardlab".variant {
  base = "tictacdoh",
  extra = function() return { {} } end,
  play = function() end,
}

-- Reads an option that does not exist.
-- game: this
-- expect: fault: rules_misspelt_option.lua:7: there is no option 'sise'
return require "boardlab".rules {
  options = { size = 3 },
  moves = function() return { 1 } end,
  play = function(_, _, _, o) return o.sise end,
}

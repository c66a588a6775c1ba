-- Assigns a number that does not fit into 32 bits.
-- game: this
-- expect: fault: rules_field_huge_value.lua:6: n takes 32-bit integers
return require "boardlab".rules {
  state = { n = 1 }, moves = function() return { 1 } end,
  play = function(s) s.n = 1 << 31 end,
}

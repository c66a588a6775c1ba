-- Adds an option.
-- game: this
-- expect: fault: rules_new_option.lua:7: options is read-only (attempt to set 'length')
return require "boardlab".rules {
  options = { size = 3 },
  moves = function() return { 1 } end,
  play = function(_, _, _, o) o.length = 4 end,
}

-- Changes an option.
-- game: this
-- expect: fault: rules_change_options.lua: a hook has changed the options; they are read-only
return require "boardlab".rules {
  options = { size = 3 },
  moves = function() return { 1 } end,
  play = function(_, _, _, o) o.size = 4 end,
  outcome = function() return "draw" end,
}

-- Strings with zero bytes.
-- game: this
-- expect: fault: rules_draw_with_zero.lua: 'text' must return a string without spaces
return require "boardlab".rules {
  moves = function() return { 1 } end,
  play = function(s) s:text(1) end,
  text = function() return "a\0b" end,
}

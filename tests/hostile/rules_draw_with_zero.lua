-- Texts with zeros, blanks and controls in them.
-- game: this
-- expect: fault: rules_draw_with_zero.lua: 'text' must return a text without blanks
return require "boardlab".rules {
  moves = function(s) s:text(1) return { 1 } end,
  play = function() end,
  text = function() return "a\0b" end,
}

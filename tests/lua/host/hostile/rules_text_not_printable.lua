-- Move texts that a terminal would act on.
-- game: this
-- expect: fault: 'text' must return a string without spaces, of printable characters
return require "boardlab".rules {
  moves = function() return { 1 } end,
  play = function(s) s:text(1) end,
  text = function() return "\u{202E}1" end,
}

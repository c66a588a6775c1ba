-- Move texts that a terminal would act on.
-- game: this
-- expect: fault: 'text' must return a string without spaces, of printable characters
return require "boardlab".rules {
  state = { n = 1 },
  moves = function() return { 1 } end,
  text = function() return "\u{202E}1" end,
  play = function(s) s.n = s.n + 1 end,
  outcome = function(s) return s.n > 2 and "draw" end,
  evaluate = function(s) return s:parse("x") end,
}

-- A state that does not fit.
-- game: this
-- expect: fault: the state is too large
return require "boardlab".rules {
  state = { a = 60000, b = 60000 },
  moves = function() return { 1 } end,
  play = function() end,
}

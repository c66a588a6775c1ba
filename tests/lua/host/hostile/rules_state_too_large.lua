-- Declares a state that is too large.
-- game: this
-- expect: fault: 'a' must be from 1 to 16384
return require "boardlab".rules {
  state = { a = 60000, b = 60000 },
  moves = function() return { 1 } end,
  play = function() end,
}

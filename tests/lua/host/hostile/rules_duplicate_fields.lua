-- A field with the name of a method.
-- game: this
-- expect: fault: a field cannot be called 'moves'
return require "boardlab".rules {
  state = { moves = 3 },
  moves = function() return { 1 } end,
  play = function() end,
}

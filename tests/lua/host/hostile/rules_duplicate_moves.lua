-- Lists the same move twice.
-- game: this
-- expect: fine
return require "boardlab".rules {
  state = { ply = 1 },
  moves = function() return { 1, 1, 1 } end,
  play = function(s) s.ply = s.ply + 1 end,
  outcome = function(s) return s.ply > 6 and "draw" or nil end,
}

-- Changes its definition after it has been read, which has no effect.
-- game: this
-- expect: fine
local rules
rules = {
  state = { ply = 1 },
  moves = function()
    rules.moves, rules.play, rules.state = nil, 7, {}
    return { 1, 2 }
  end,
  play = function(s) s.ply = s.ply + 1 end,
  outcome = function(s) return s.ply > 4 and 1 or nil end,
}
return require "boardlab".rules(rules)

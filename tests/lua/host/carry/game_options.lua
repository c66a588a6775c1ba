-- Rules that change their options until shortly before the end of the game.
return require "boardlab".rules {
  options = { count = 0 },
  state = { plies = 1 },
  moves = function(_, _, o) return o.count > 2 and { 1, 2 } or { 1, 2, 3 } end,
  play = function(s, move, _, o)
    o.count = o.count + move
    s.plies = s.plies + o.count
  end,
  outcome = function(s, mover, o)
    if s.plies <= 20 then return nil end
    o.count = 0
    return mover
  end,
}

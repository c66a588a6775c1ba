-- Rules that count games in a global, and start at random.
return require "boardlab".rules {
  state = { plies = 1 },
  start = function(s, rng)
    count = (count or 0) + 1 -- luacheck: ignore
    s.plies = rng(3)
  end,
  moves = function() return { 1, 2 } end,
  play = function(s) s.plies = s.plies + 1 end,
  outcome = function(s, mover) if s.plies > 3 + count % 5 then return mover end end, -- luacheck: ignore
}

-- Players who swap sides at every move.
-- game: this
-- expect: fine
return require "boardlab".variant {
  base = "dorix:players=3",
  after = function(s) s:swap(1, 2) s:swap(2, 3) s:swap(1, 1) end,
  outcome = function(s)
    assert(not pcall(s.swap, s, 0, 1) and not pcall(s.swap, s, 1, 4) and not pcall(s.swap, s, 1, 1 << 33))
  end,
}

-- Rules that count their calls.
local n = 0
return require "boardlab".rules {
  state = { plies = 1 },
  moves = function()
    n = n + 1
    return { n % 7, n % 7 + 10 }
  end,
  play = function(s) s.plies = s.plies + 1 end,
  outcome = function(s, mover) if s.plies > 3 + n % 5 then return mover end end,
}

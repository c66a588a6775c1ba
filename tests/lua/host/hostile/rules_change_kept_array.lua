-- Keeps the table of an array field to change it in another call, which does not ask for it:
-- no position changes.
-- game: this
-- expect: fine
local kept
return require "boardlab".rules {
  state = { list = 4, plies = 1 },
  start = function(s, rng) kept = s.list rng(2) end,
  moves = function() kept[1] = 7 return { 1 } end,
  play = function(s) s.plies = s.plies + 1 end,
  text = function(_, move) kept[2] = "text" return tostring(move) end,
  outcome = function(s)
    assert(table.concat(s.list, " ") == "0 0 0 0")
    return s.plies > 4 and "draw" or nil
  end,
}

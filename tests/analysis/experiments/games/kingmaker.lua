-- Three players, and planted kingmaking. Nature says first what seat 3, which moves last, can do:
-- in a quarter of the games it cannot win, and its move decides who of the others does; in a
-- quarter it cannot win, and nature decides between the others; in half nature decides between all.
local lab = require "boardlab"

return lab.rules {
  name = "kingmaker",
  players = 3,
  max_moves = 4,
  state = { turns = 1, case = 1, winner = 1 },
  moves = function() return { 1, 2 } end,
  play = function(s, move, seat)
    s.turns = s.turns + 1
    if seat == 3 and s.case == 1 then s.winner = move end
  end,
  chance = function(s)
    if s.case == 0 then return { 1, 2, 3, 4 } end
    if s.turns < 3 or s.winner > 0 then return nil end
    return s.case == 2 and { 1, 2 } or { 1, 2, 3 }
  end,
  roll = function(s, face) if s.case == 0 then s.case = face else s.winner = face end end,
  outcome = function(s) return s.winner > 0 and s.winner or nil end,
}

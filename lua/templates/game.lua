-- A game of your own, from the ground up.
--
--   boardlab check @FILE@                     play it at random under full checking
--   boardlab show @FILE@ --play "3 2" --moves
--   boardlab show @FILE@:goal=30
--
-- This one: take turns adding 1, 2 or 3; who reaches the goal wins.

local lab = require "boardlab"

return lab.rules {
  name = "@NAME@",
  summary = "add 1, 2 or 3; who reaches the goal wins",
  about = "Players take turns adding 1, 2 or 3. Who reaches the goal wins.",
  players = 2,
  options = {
    goal = { default = 21, min = 1, max = 100, help = "the number to reach" },
  },
  example = "3 2 1",

  -- Integers in the position: a count of 1 is read as s.total, more as an
  -- array, s.board[i]. All are 0 at first. Copies and hashes follow from them.
  state = { total = 1 },

  -- Sets up the first position, if zeros are not enough.
  start = function(s)
    s.total = 0
  end,

  -- A list of whole numbers, one for each legal move.
  moves = function(s, seat, options)
    local list = {}
    for step = 1, math.min(3, options.goal - s.total) do list[step] = step end
    return list
  end,

  -- Changes the position. The next seat follows by itself.
  play = function(s, move, seat, options)
    s.total = s.total + move
  end,

  -- nil while it goes on; "draw", a seat, or a list of seats when it is over.
  outcome = function(s, mover, options)
    if s.total == options.goal then return mover end
  end,

  -- How a move is written; without this it is its number.
  text = function(s, move)
    return tostring(move)
  end,

  -- How a position is drawn; without this it is its numbers.
  draw = function(s, options)
    return ("%d of %d"):format(s.total, options.goal)
  end,
}

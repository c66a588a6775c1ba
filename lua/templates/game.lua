-- A complete game.
--
--   boardlab check @FILE@                     test it with random games
--   boardlab show @FILE@ --play "3 2" --moves
--   boardlab show @FILE@:goal=30
--
-- In this one, players take turns adding 1, 2 or 3; the player who reaches the goal wins.

local lab = require "boardlab"

return lab.rules {
  name = "@NAME@",
  summary = "add 1, 2 or 3; the player who reaches the goal wins",
  about = "Players take turns adding 1, 2 or 3. The player who reaches the goal wins.",
  players = 2,
  options = {
    goal = { default = 21, min = 1, max = 100, help = "the number to reach" },
  },
  example = "3 2 1",

  -- The fields of a position, all integers: a count of 1 declares a number, s.total; a
  -- larger count declares an array, s.board[i]. All are 0 at first.
  state = { total = 1 },

  -- Sets up the first position. May be left out if all fields start at 0.
  start = function(s)
    s.total = 0
  end,

  -- Returns the legal moves, a list of integers.
  moves = function(s, seat, options)
    local list = {}
    for step = 1, math.min(3, options.goal - s.total) do list[step] = step end
    return list
  end,

  -- Plays a move. The turn then passes to the next seat.
  play = function(s, move, seat, options)
    s.total = s.total + move
  end,

  -- Returns nil while the game is in progress; "draw", the winner or a list of winners
  -- when it is over.
  outcome = function(s, mover, options)
    if s.total == options.goal then return mover end
  end,

  -- Returns the notation of a move. Default: its number.
  text = function(s, move)
    return tostring(move)
  end,

  -- Returns a drawing of the position. Default: its fields.
  draw = function(s, options)
    return ("%d of %d"):format(s.total, options.goal)
  end,
}

-- A variant: a game, and what differs from it.
--
--   boardlab check @FILE@               play it at random under full checking
--   boardlab show @FILE@ --random 10    look at a position
--   boardlab games quoridor             what the base game can be asked and set
--
-- Every hook may be left out, and costs nothing then. In a hook, s is the
-- position as the base game sees it, with the vars of this file as s.name.

local lab = require "boardlab"

return lab.variant {
  name = "@NAME@",
  summary = "Quoridor on a small board, and walls only from the third ply on",
  base = "quoridor:size=5,walls=4", -- these can still be set: @FILE@:size=7

  -- Integers of your own in the position, with what they are at the start. Count
  -- no further than it matters: a position that comes again is then the same.
  vars = { ply = 0 },

  -- Whether a legal move is allowed. Who has none left passes.
  allow = function(s, move)
    return s.ply >= 2 or s:describe(move).kind == "pawn"
  end,

  -- After each move; `before` is the position it was played in.
  after = function(s, move, seat, before)
    s.ply = math.min(s.ply + 1, 2)
  end,

  -- The other hooks, to take the dashes off:

  -- Edits the first position. rng draws by lot, if you want that.
  -- setup = function(s, rng, options) s:set("walls", "b2h,c3v") end,

  -- Who has won, if it is not what the base game says: nil for no change,
  -- "draw", a seat, a list of seats, or false for playing on.
  -- outcome = function(s, mover) if s:walls_left(mover) == 0 then return "draw" end end,

  -- Who is next, if not the next in order.
  -- next_seat = function(s, seat, move) return seat end,

  -- Moves that the base does not have, as a list of texts; and playing one. It
  -- returns who is next, or nil for the next in order.
  -- extra = function(s, seat) return { "skip" } end,
  -- play = function(s, text, seat) s.ply = math.min(s.ply + 1, 2) end,
}

-- A variant: a base game and what differs from it.
--
--   boardlab check @FILE@               test it with random games
--   boardlab serve @FILE@               play it, and try changes, in the browser
--   boardlab show @FILE@ --random 10    show a position
--
-- `boardlab games quoridor` lists the base game's accessors, options and keys.
-- Every hook may be left out and then costs nothing. In a hook, s is the position as the
-- base game sees it, with the vars of this file as s.name.

local lab = require "boardlab"

return lab.variant {
  name = "@NAME@",
  summary = "Quoridor on a small board, without walls in the first two plies",
  base = "quoridor:size=5,walls=4", -- new defaults; a spec can still set them: @FILE@:size=7

  -- Additional integers in the position, with their initial values. Stop counting when the
  -- count no longer matters, so that repeated positions are recognised as equal. A string
  -- names a part of the last move: { last = "kind" }.
  vars = { ply = 0 },

  -- Returns whether a legal move is allowed. A seat without a move passes. `depends` names
  -- what that depends on, and allow gets these values: vars, parts of the move, "move", "seat".
  -- Without it allow gets (s, move, seat), and is called for every move of every position.
  depends = { "kind", "ply" },
  allow = function(kind, ply)
    return ply >= 2 or kind == "pawn"
  end,

  -- Runs after each move; `before` is the position in which it was played.
  after = function(s, move, seat, before)
    s.ply = math.min(s.ply + 1, 2)
  end,

  -- The other hooks; uncomment what you need:

  -- Returns the moves that stay, of a list: for rules that compare moves with each other.
  -- filter = function(s, moves, seat, options) return moves end,

  -- Edits the first position. May use rng for a random start.
  -- setup = function(s, rng, options) s:set("walls", "b2h,c3v") end,

  -- How many of the base's seats are played, or which: the others stay empty.
  -- players = 3, -- with base = "quoridor:players=4"

  -- Changes the picture in colour terminals and reports.
  -- scene = function(s, options, scene) scene.highlights = { "c3" } return scene end,

  -- Decides the result: nil keeps the base game's, "draw", a seat or a list of seats ends
  -- the game, false continues it.
  -- outcome = function(s, mover) if s:walls_left(mover) == 0 then return "draw" end end,

  -- Returns the seat to move, if it is not the next in order.
  -- next_seat = function(s, seat, move) return seat end,

  -- extra returns additional moves as a list of strings; play plays one of them and returns
  -- the seat to move, or nil for the next in order.
  -- extra = function(s, seat) return { "skip" } end,
  -- play = function(s, text, seat) s.ply = math.min(s.ply + 1, 2) end,
}

-- Rule changes for any game. Each function takes a base, which is a spec such as "quoridor" or
-- the result of lab.variant or lab.rules, and returns a variant:
--
--   return require "modifiers".pie "quoridor:size=7"
--   return modifiers.pie(modifiers.two_moves "dorix")
--
-- The order matters where one modifier is about seats and another swaps them: pie(komi(base, 2))
-- gives the points to the side that moves second, whoever plays it, so the swap weighs them too;
-- komi(pie(base), 2) gives them to the player in seat 2, also after a swap. Each can be applied
-- once. Their vars have names of their own, so that they fit any base.

local lab = require "boardlab"

local modifiers = {}

-- Raises an error about an argument of the function that the user has called.
local function refuse(name, what, given)
  if type(given) == "string" then given = ("'%s'"):format(given) end
  error(("modifiers.%s needs %s, not %s"):format(name, what, tostring(given)), 4)
end

local function check_base(name, base)
  local kind = type(base)
  if kind ~= "string" and kind ~= "table" and kind ~= "userdata" then
    refuse(name, "a base: a spec such as \"quoridor\", or the result of lab.variant or lab.rules",
      base)
  end
end

-- Checks a number that is an option as well.
local function check_number(name, what, value, min, max, step)
  local good = type(value) == "number" and value >= min and value <= max and value % step == 0
  if not good then
    refuse(name, ("%s, a %s from %d to %d"):format(what,
      step < 1 and "multiple of 0.5" or "whole number", min, max), value)
  end
end

local function name_of(base)
  if type(base) == "table" then return base.name or "game" end
  if type(base) == "userdata" then return base:name() end -- in a script
  return (base:match "([^/]*)$":gsub("%.lua", ""):gsub(":.*", ""))
end

-- Refuses a base of the same file that has been changed by the same modifier already. (Of a base in
-- another file, boardlab reports the var.)
local function check_once(modifier, base, var)
  while type(base) == "table" do
    if type(base.vars) == "table" and base.vars[var] then
      error(("modifiers.%s: the base already has this change, which can be made only once")
        :format(modifier), 3)
    end
    base = base.base
  end
end

-- Values of pie's var: before the first move, and once the swap is no longer offered. In between
-- it is the seat that made the first move.
local FIRST_MOVE, LATER = 0, -1

-- Whether two seats are on the same side.
local function is_partner(s, a, b)
  for _, seat in ipairs(s:game():team(a)) do
    if seat == b then return true end
  end
  return false
end

--- The pie rule: after the first move, seat 2 may swap sides instead of moving.
--- Seat 2 takes over a first move that is too strong, so seat 1 plays a balanced one. If another
--- seat moves first, as after a random opening, the seat after it may swap with that one. A first
--- turn of several moves is swapped as a whole.
function modifiers.pie(base)
  check_base("pie", base)
  check_once("pie", base, "_pie_first")
  return lab.variant {
    name = name_of(base) .. "_pie",
    title = name_of(base) .. " with the pie rule",
    summary = "after the first move, seat 2 may swap sides",
    base = base,
    vars = { _pie_first = FIRST_MOVE },
    after = function(s, _, seat)
      if seat == 0 or seat == s._pie_first then return end -- a roll, or the first turn goes on
      s._pie_first = s._pie_first == FIRST_MOVE and seat or LATER
    end,
    extra = function(s, seat)
      local first = s._pie_first
      if first > 0 and seat > 0 and not is_partner(s, first, seat) then return { "swap" } end
    end,
    play = function(s, _, seat)
      local first, second = s:game():team(s._pie_first), s:game():team(seat)
      s._pie_first = LATER -- `after` only runs for the base game's moves
      for i = 1, #first do s:swap(first[i], second[i]) end -- and their partners
      return seat -- the same side is to move, now played by the seat that moved first
    end,
  }
end

--- Two moves per turn, but only one in the first turn of the game: 1-2-2-2. Nobody is ever
--- more than one move ahead. A pass ends a turn. Moves that the base game makes in one turn, such
--- as a move and an arrow in Amazons, count as one.
function modifiers.two_moves(base)
  check_base("two_moves", base)
  check_once("two_moves", base, "two_moves_left")
  return lab.variant {
    name = name_of(base) .. "_two_moves",
    title = name_of(base) .. " with two moves a turn",
    summary = "two moves per turn after the first",
    base = base,
    vars = { two_moves_left = 1 },
    next_seat = function(s, seat, move)
      if move ~= lab.pass and (s:rolls_for() or s:seat()) == seat then return end -- it goes on
      s.two_moves_left = s.two_moves_left - 1
      local out = s._out and s._out[seat] > 0
      if s.two_moves_left > 0 and move ~= lab.pass and not out then return seat end
      s.two_moves_left = 2
    end,
  }
end

-- The pieces that a seat of each game starts with: the accessor that counts them, the key
-- that sets them, and the accessor's second argument.
local supplies = {
  quoridor = { { "walls_left", "hand%d" } },
  dorix = { { "hand", "hand%d" } },
  orbital = { { "hand", "bases%d", "base" }, { "hand", "thrusters%d", "thruster" },
    { "hand", "antennas%d", "antenna" } },
}

local function supply_of(s)
  local game = s:game():native()
  return supplies[game] or error("a handicap needs a game in which each seat has its own "
    .. "pieces: quoridor, dorix or orbital, not " .. game, 0)
end

--- A handicap: a seat starts with fewer walls, pawns or pieces of each kind than the others.
--- Both values are options of the variant, as in quoridor_handicap.lua:fewer=2.
function modifiers.handicap(base, seat, fewer)
  check_base("handicap", base)
  check_number("handicap", "a seat", seat, 1, 16, 1)
  check_number("handicap", "how many fewer pieces it has", fewer, 0, 40, 1)
  return lab.variant {
    name = name_of(base) .. "_handicap",
    title = name_of(base) .. " with a handicap",
    summary = "one seat starts with fewer walls, pawns or pieces",
    base = base,
    options = {
      handicapped = { default = seat // 1, min = 1, max = 16, help = "the seat with fewer pieces" },
      fewer = { default = fewer // 1, min = 0, max = 40, help = "number of missing pieces" },
    },
    setup = function(s, _, options)
      local weak = options.handicapped
      for _, supply in ipairs(supply_of(s)) do
        local ask, key, kind = table.unpack(supply)
        local had = s[ask](s, weak, kind)
        s:set(key:format(weak), math.max(0, had - options.fewer))
      end
    end,
  }
end

--- Compensation for seat 2: points that are added to its score. Half points make draws
--- impossible in games of whole points. The option counts half points: 13 means 6.5.
function modifiers.komi(base, points)
  check_base("komi", base)
  check_number("komi", "the points for seat 2", points, -200, 200, 0.5)
  return lab.variant {
    name = name_of(base) .. "_komi",
    title = name_of(base) .. " with komi",
    summary = "seat 2 gets points for moving second",
    base = base,
    options = {
      half_points = { default = math.floor(2 * points), min = -400, max = 400,
        help = "points for seat 2, in half points" },
    },
    score = function(_, score, options)
      if not score then
        error("komi needs a game that has scores: one with a function 'score'", 0)
      end
      score[2] = score[2] + options.half_points / 2
      return score
    end,
  }
end

--- A random start: the first plies are played at random, so that deterministic bots play
--- different games.
function modifiers.random_opening(base, plies)
  check_base("random_opening", base)
  check_number("random_opening", "the number of plies", plies, 0, 1000, 1)
  return lab.variant {
    name = name_of(base) .. "_opening",
    title = name_of(base) .. " from random openings",
    summary = "starts after random plies",
    base = base,
    options = {
      plies = { default = plies // 1, min = 0, max = 1000, help = "random plies before the game" },
    },
    setup = function(s, rng, options)
      for _ = 1, options.plies do
        if s:seat() then s:play(s:random_move(rng)) end
      end
    end,
  }
end

return modifiers

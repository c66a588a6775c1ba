-- Changes that go with any game. Each takes a base, a spec such as "quoridor" or
-- what lab.variant gave, and returns a variant:
--
--   return require "modifiers".pie "quoridor:size=7"
--   return modifiers.pie(modifiers.two_moves "dorix")

local lab = require "boardlab"

local modifiers = {}

local function name_of(base)
  if type(base) == "table" then return base.name or "game" end
  return (base:match "([^/]*)$":gsub("%.lua", ""):gsub(":.*", ""))
end

--- The pie rule: after the first move, seat 2 may swap sides instead of moving.
--- A first move that is too good is then taken away, so it evens out the start.
function modifiers.pie(base)
  return lab.variant {
    name = name_of(base) .. "_pie",
    summary = "after the first move, seat 2 may swap sides",
    base = base,
    vars = { ply = 0 },
    after = function(s) s.ply = math.min(s.ply + 1, 2) end, -- then nothing hangs on it
    extra = function(s)
      if s.ply == 1 and s:seat() == 2 then return { "swap" } end
    end,
    play = function(s)
      s.ply = 2 -- `after` is for the base's own moves: this one counts here
      local first, second = s:game():team(1), s:game():team(2)
      for i = 1, #first do s:swap(first[i], second[i]) end -- partners, too
      return 2 -- the side that was to move still is, with another player
    end,
  }
end

--- Two moves a turn, but only one in the very first: 1-2-2-2. Nobody is ever
--- more than one move ahead. A pass ends a turn.
function modifiers.two_moves(base)
  return lab.variant {
    name = name_of(base) .. "_two_moves",
    summary = "two moves a turn after the first",
    base = base,
    vars = { left = 1 },
    next_seat = function(s, seat, move)
      s.left = s.left - 1
      if s.left > 0 and move ~= lab.pass then return seat end
      s.left = 2
    end,
  }
end

-- What a seat of each game starts with, and how a position is told that it has
-- less: pairs of what to ask and what to set.
local supplies = {
  quoridor = { { "walls_left", "hand%d" } },
  dorix = { { "hand", "hand%d" } },
  orbital = { { "hand", "bases%d", "base" }, { "hand", "thrusters%d", "thruster" },
    { "hand", "antennas%d", "antenna" } },
}

local function supply_of(s)
  local game = s:game():native()
  return supplies[game] or error("a handicap needs a game in which seats have pieces "
    .. "of their own, quoridor, dorix or orbital; " .. game .. " is none", 0)
end

--- A handicap: a seat starts with `fewer` walls, pawns or pieces of each kind
--- less than the others. Both can be set, as in quoridor_handicap.lua:fewer=2.
function modifiers.handicap(base, seat, fewer)
  return lab.variant {
    name = name_of(base) .. "_handicap",
    summary = ("seat %d starts with %d fewer pieces"):format(seat, fewer),
    base = base,
    options = {
      handicapped = { default = seat, min = 1, max = 16, help = "the seat with fewer pieces" },
      fewer = { default = fewer, min = 0, max = 40, help = "how many fewer" },
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

--- The first plies are random: every game starts from another position, so
--- that bots that always play the same meet more than one game.
function modifiers.random_opening(base, plies)
  return lab.variant {
    name = name_of(base) .. "_opening",
    summary = ("starts after %d random plies"):format(plies),
    base = base,
    options = {
      plies = { default = plies, min = 0, max = 1000, help = "random plies before the first" },
    },
    setup = function(s, rng, options)
      for _ = 1, options.plies do
        if s:seat() then s:play(s:random_move(rng)) end
      end
    end,
  }
end

return modifiers

-- How well the bots in lua/bots do against random play.
--
--   boardlab run scripts/bots_vs_random.lua [GAMES [BOT]]
--
-- Plays GAMES games (200 if not told) of each bot at each game in the table below,
-- the bot in each seat in turn and the engine's `random` in all others, and prints
-- how many it won. BOT is one bot's name, to see that one only. Numbers are the same
-- every time for the same GAMES.

local lab = require "boardlab"

local QUORIDOR = { "quoridor", "quoridor:players=4" }
local DORIX = { "dorix", "dorix:players=3", "dorix:players=4" }
local TICTACDOH = { "tictacdoh", "tictacdoh:players=3", "tictacdoh:players=4" }
local ORBITAL = { "orbital" }
local EACH = { "quoridor", "dorix", "tictacdoh", "orbital" }

local TABLE = { -- a bot's file in lua/bots, what it plays, and how much slower it is
  { "runner", QUORIDOR },
  { "walls", QUORIDOR },
  { "balance", QUORIDOR },
  { "diagonal", DORIX },
  { "guard", DORIX },
  { "threats", TICTACDOH },
  { "towers", ORBITAL },
  { "odds", ORBITAL },
  { "onestep", EACH },
  { "restless", EACH },
  { "montecarlo", EACH },
  { "uct", EACH },
}

-- The range of rates that a rate measured in n games is compatible with, 19 times
-- out of 20 (Wilson's interval).
local function interval(won, n)
  local z = 1.96
  local rate, spread = won / n, z * z / n
  local middle = (rate + spread / 2) / (1 + spread)
  local half = z / (1 + spread) * math.sqrt(rate * (1 - rate) / n + spread / (4 * n))
  return middle - half, middle + half
end

local function has(list, wanted)
  for _, entry in ipairs(list) do
    if entry == wanted then return true end
  end
  return false
end

-- Plays the games of a bot at a game, shared out among the seats.
local function measure(bot, spec, games)
  local game = lab.game(spec)
  local seats = game:seats()
  local sum = { games = 0, won = 0, undecided = 0, forfeits = 0 }
  for seat = 1, seats do
    local bots = {}
    for other = 1, seats do bots[other] = other == seat and bot or "random" end
    local share = (games + seat - 1) // seats
    for _, result in ipairs(share > 0 and lab.match(game, bots, seat, share) or {}) do
      sum.games = sum.games + 1
      if result.outcome == "forfeit" then
        sum.forfeits = sum.forfeits + 1
        io.stderr:write(bot, " forfeits ", spec, ": ", result.reason, "\n")
      elseif has(result.winners, seat) then
        sum.won = sum.won + 1
      elseif result.outcome ~= "win" then
        sum.undecided = sum.undecided + 1
      end
    end
  end
  return sum
end

local games = math.tointeger(tonumber(arg[1] or 200))
if not games or games < 1 then error("GAMES must be a whole number from 1 up", 0) end

print(("%-12s%-22s%7s%8s   %-15s%10s%10s"):format(
  "bot", "game", "games", "won %", "95 %", "undecided", "forfeits"))
for _, row in ipairs(TABLE) do
  local bot, specs = table.unpack(row)
  for _, spec in ipairs((not arg[2] or arg[2] == bot) and specs or {}) do
    local sum = measure("bots/" .. bot .. ".lua", spec, games)
    local low, high = interval(sum.won, sum.games)
    print(("%-12s%-22s%7d%8.1f   %5.1f to %5.1f %9.1f%%%10d"):format(
      bot, spec, sum.games, 100 * sum.won / sum.games, 100 * low, 100 * high,
      100 * sum.undecided / sum.games, sum.forfeits))
  end
end

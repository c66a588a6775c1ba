-- How well the bots in lua/bots do against random play.
--
--   boardlab run scripts/bots_vs_random.lua [GAMES [BOT]]
--
-- Plays GAMES games (200 if not told) of each bot at each game in the table below,
-- the bot in each seat in turn and the engine's `random` in all others, and prints
-- how many it won, with the range that is compatible with that 19 times out of 20. BOT
-- is one bot's name, to see that one only. Numbers are the same every time for the same
-- GAMES.

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
  { "planner", QUORIDOR },
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

-- Plays the games of a bot at a game: in each seat in turn, random in all others.
local function measure(bot, spec, games)
  local seats = lab.game(spec):seats()
  local bots = { bot }
  for seat = 2, seats do bots[seat] = "random" end
  local run = lab.simulate {
    game = spec,
    bots = bots,
    rotate = true,
    games = (games + seats - 1) // seats * seats,
  }
  if run.reason then io.stderr:write(bot, " forfeits ", spec, ": ", run.reason, "\n") end
  return run
end

local games = math.tointeger(tonumber(arg[1] or 200))
if not games or games < 1 then error("GAMES must be a whole number from 1 up", 0) end

print(("%-12s%-22s%7s%8s   %-15s%10s%10s"):format(
  "bot", "game", "games", "won %", "95 %", "undecided", "forfeits"))
for _, row in ipairs(TABLE) do
  local bot, specs = table.unpack(row)
  for _, spec in ipairs((not arg[2] or arg[2] == bot) and specs or {}) do
    local run = measure("bots/" .. bot .. ".lua", spec, games)
    local mine = run.bot[1]
    print(("%-12s%-22s%7d%8.1f   %5.1f to %5.1f %9.1f%%%10d"):format(
      bot, spec, run.games, 100 * mine.rate, 100 * mine.low, 100 * mine.high,
      100 * (run.draws.rate + run.truncated.rate), mine.forfeits))
  end
end

-- How often does each included bot beat random play?
--
--   boardlab run scripts/bots_vs_random.lua [GAMES [BOT]]
--
-- Plays GAMES games (default 200) of each bot in each of its games in the table below, with the
-- bot in each seat in turn and the built-in bot `random` in all others. Prints its win rate with
-- the 95% interval. BOT is the name of a single bot to test, such as walls. The same GAMES give
-- the same results.
-- Takes 45 seconds on two cores.

local lab = require "boardlab"

local QUORIDOR = { "quoridor", "quoridor:players=4" }
local DORIX = { "dorix", "dorix:players=3", "dorix:players=4" }
local TICTACDOH = { "tictacdoh", "tictacdoh:players=3", "tictacdoh:players=4" }
local ORBITAL = { "orbital" }
local EACH = { "quoridor", "dorix", "tictacdoh", "orbital" }

local TABLE = { -- a bot's file in bots/, and the games it plays
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

-- Plays a bot's games: the bot in each seat in turn, random in all others.
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

local USAGE = "usage: boardlab run scripts/bots_vs_random.lua [GAMES [BOT]]"
if arg[3] then error(USAGE, 0) end
local games = math.tointeger(tonumber(arg[1] or 200))
if not games or games < 1 then error("GAMES must be 1 or more, not '" .. arg[1] .. "'", 0) end

-- The rows of the table with a bot of this name; nil: all.
local function select_rows(name)
  local rows, names = {}, {}
  for i, row in ipairs(TABLE) do
    names[i] = row[1]
    if not name or name == row[1] then rows[#rows + 1] = row end
  end
  if #rows == 0 then
    error(("there is no bot '%s' in the table; the bots are %s"):format(name,
      table.concat(names, ", ")), 0)
  end
  return rows
end

local rows = select_rows(arg[2])

print(("%-12s%-22s%7s%8s   %-15s%10s%10s"):format(
  "bot", "game", "games", "won %", "95% interval", "undecided", "forfeits"))
for _, row in ipairs(rows) do
  local bot, specs = table.unpack(row)
  for _, spec in ipairs(specs) do
    local run = measure("bots/" .. bot .. ".lua", spec, games)
    local mine = run.bot[1]
    print(("%-12s%-22s%7d%8.1f   %5.1f to %5.1f %9.1f%%%10d"):format(
      bot, spec, run.games, 100 * mine.rate, 100 * mine.low, 100 * mine.high,
      100 * (run.draws.rate + run.truncated.rate), mine.forfeits))
  end
end

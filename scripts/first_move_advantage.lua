-- How large is the first-player advantage, and does it depend on the players' strength?
--
--   boardlab run scripts/first_move_advantage.lua [GAMES [GAME ...]]
--
-- Plays GAMES games (default 2000) of each GAME (default: the four built-in games) between
-- random players, and again between bots that look one move ahead. Prints the win rate of each
-- seat with its 95% interval. A * marks a seat whose interval excludes an equal share of the
-- decided games; by chance alone, one seat in twenty has one.
-- Takes 6 seconds on two cores.

local lab = require "boardlab"

local games = math.tointeger(tonumber(arg[1] or 2000))
if not games or games < 1 then error("GAMES must be 1 or more, not '" .. arg[1] .. "'", 0) end
local specs = { table.unpack(arg, 2) }
if #specs == 0 then specs = { "tictacdoh", "dorix", "quoridor", "orbital" } end
for _, spec in ipairs(specs) do lab.game(spec) end -- before the first one is played

local PLAYERS = { "random", "bots/onestep.lua" }

local function describe(run)
  local decided = 1 - run.draws.rate - run.truncated.rate - run.forfeits.rate
  local fair = decided / run.seats
  local parts = {}
  for _, seat in ipairs(run.seat) do
    local mark = (seat.low > fair or seat.high < fair) and "*" or " "
    parts[#parts + 1] = lab.percent(seat) .. mark
  end
  return (table.concat(parts, "  "):gsub(" $", ""))
end

print(("%-22s%-18s%8s   %s"):format("game", "played by", "drawn", "win rate of each seat"))
for _, spec in ipairs(specs) do
  for _, bot in ipairs(PLAYERS) do
    local run = lab.simulate { game = spec, bots = { bot }, games = games }
    print(("%-22s%-18s%8s   %s"):format(spec, bot, lab.percent(run.draws.rate), describe(run)))
  end
end

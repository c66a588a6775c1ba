-- How much is it worth to move first, and does that hang on how well one plays?
--
--   boardlab run scripts/first_move_advantage.lua [GAMES [GAME ...]]
--
-- Plays GAMES games (2000 if not told) of each game (the four of them, if none is
-- named) between bots that move at random, and again between bots that look one move
-- ahead. Prints how often each seat wins, with the range that is compatible with that
-- 19 times out of 20. A * marks a seat whose range leaves out its fair share of the
-- decided games.

local lab = require "boardlab"

local games = math.tointeger(tonumber(arg[1] or 2000)) or error("GAMES must be a number", 0)
local specs = { table.unpack(arg, 2) }
if #specs == 0 then specs = { "tictacdoh", "dorix", "quoridor", "orbital" } end

local PLAYERS = { "random", "bots/onestep.lua" }

local function describe(run)
  local decided = 1 - run.draws.rate - run.truncated.rate - run.forfeits.rate
  local fair = decided / run.seats
  local parts = {}
  for _, seat in ipairs(run.seat) do
    local mark = (seat.low > fair or seat.high < fair) and "*" or " "
    parts[#parts + 1] = ("%5.1f ±%4.1f%s"):format(
      100 * seat.rate, 50 * (seat.high - seat.low), mark)
  end
  return table.concat(parts, "  ")
end

print(("%-22s%-18s%8s   %s"):format("game", "played by", "drawn %", "won by seat 1, 2, ... in %"))
for _, spec in ipairs(specs) do
  for _, bot in ipairs(PLAYERS) do
    local run = lab.simulate { game = spec, bots = { bot }, games = games }
    print(("%-22s%-18s%8.1f   %s"):format(spec, bot, 100 * run.draws.rate, describe(run)))
  end
end

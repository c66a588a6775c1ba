-- Which bots are stronger, and by how much?
--
--   boardlab run scripts/bot_ladder.lua [GAMES [GAME BOT BOT ...]]
--
-- Plays a tournament: every bot meets every other in every seat, GAMES games per seating
-- (default 50). Prints the bots from strongest to weakest with their Elo ratings and the
-- probability that each beats the next one in the list if neither has the advantage of the
-- first move. Default bots: the included bots for Quoridor.

local lab = require "boardlab"

local games = math.tointeger(tonumber(arg[1] or 50)) or error("GAMES must be a number", 0)
local game = arg[2] or "quoridor:size=5"
local bots = { table.unpack(arg, 3) }
if #bots == 0 then
  bots = { "random", "bots/onestep.lua", "bots/runner.lua", "bots/walls.lua", "bots/balance.lua" }
end

local result = lab.tournament { game = game, bots = bots, games = games }

print(("%s, %d games"):format(result.game, result.games))
print(("%-22s%8s%20s%9s%10s%12s"):format("bot", "rating", "95%", "score", "forfeits", "beats next"))
for rank, entry in ipairs(result.ratings) do
  local below = result.ratings[rank + 1]
  local chance = below and 1 / (1 + 10 ^ ((below.rating - entry.rating) / 400))
  print(("%-22s%+8.0f%20s%8.1f%%%10d%12s"):format(
    entry.bot, entry.rating, ("%+.0f to %+.0f"):format(entry.low, entry.high),
    100 * entry.score, entry.forfeits, chance and ("%.1f%%"):format(100 * chance) or ""))
end
for _, seat in ipairs(result.seat_ratings) do
  print(("advantage of seat %s: %+.0f Elo (%+.0f to %+.0f)"):format(
    seat.seat, seat.rating, seat.low, seat.high))
end

-- Which bots are stronger, and by how much?
--
--   boardlab run scripts/bot_ladder.lua [GAMES [GAME BOT BOT ...]]
--
-- Plays a tournament: every bot meets every other in every seat, GAMES games per seating
-- (default 50). Prints the bots from strongest to weakest with their Elo ratings, how much
-- stronger each is than the next one in the list, and whether that is shown (p < 0.05, adjusted
-- for all pairs). Default: the included bots for Quoridor on a small board.
-- Takes 1 second on two cores.

local lab = require "boardlab"

local games = math.tointeger(tonumber(arg[1] or 50))
if not games or games < 1 then error("GAMES must be 1 or more, not '" .. arg[1] .. "'", 0) end
local game = arg[2] or "quoridor:size=5"
local bots = { table.unpack(arg, 3) }
if #arg > 1 and #bots < 2 then
  error("usage: boardlab run scripts/bot_ladder.lua [GAMES [GAME BOT BOT ...]]", 0)
elseif #arg < 2 then
  bots = { "random", "bots/onestep.lua", "bots/runner.lua", "bots/walls.lua", "bots/balance.lua" }
end

local result = lab.tournament { game = game, bots = bots, games = games }

local function find_pair(bot, opponent)
  for _, pair in ipairs(result.pairs) do
    if pair.bot == bot and pair.opponent == opponent then return pair end
  end
end

local ROW = "%-22s%-26s%9s%10s   %-26s%s"
print(("%s, %d games"):format(result.game, result.games))
print(ROW:format("bot", "rating (95%)", "score", "forfeits", "above the next (95%)", "shown"))
for rank, entry in ipairs(result.ratings) do
  local below = result.ratings[rank + 1]
  local pair = below and find_pair(entry.bot, below.bot)
  print((ROW:format(entry.bot, lab.elo(entry), entry.score and lab.percent(entry.score) or "-",
    entry.forfeits, pair and lab.elo(pair) or "",
    pair and (pair.p_holm < 0.05 and "yes" or "no") or ""):gsub(" +$", "")))
end
for _, seat in ipairs(result.seat_ratings) do
  print(("advantage of seat %s: %s Elo"):format(seat.seat, lab.elo(seat)))
end

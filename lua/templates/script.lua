-- A script: an experiment of your own, with the whole of Lua at hand.
--
--   boardlab run @FILE@          100 games
--   boardlab run @FILE@ 1000     more of them

local lab = require "boardlab"

local count = tonumber(arg[1]) or 100

-- A bot for each seat, or one for all: names, or files such as "bots/threats.lua".
-- With out = "some/folder" every game becomes a row of a CSV file there.
local run = lab.simulate {
  game = "tictacdoh",
  bots = { "random" },
  games = count,
}

print(("%d games of %s, %.1f plies on average"):format(run.games, run.game, run.plies.mean))
for number, seat in ipairs(run.seat) do
  print(("seat %d won %5.1f%% (%.1f to %.1f)"):format(
    number, 100 * seat.rate, 100 * seat.low, 100 * seat.high))
end
print(("drawn %5.1f%%"):format(100 * run.draws.rate))

-- What did not end as it should is told apart.
print(("cut off at the limit of plies: %d; forfeited: %d"):format(
  run.truncated.count, run.forfeits.count))
if run.reason then print("the first forfeit: " .. run.reason) end

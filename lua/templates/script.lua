-- A script: an experiment with the full Lua library.
--
--   boardlab run @FILE@          100 games
--   boardlab run @FILE@ 1000     1000 games

local lab = require "boardlab"

local count = tonumber(arg[1]) or 100

-- `bots` has one bot for each seat, or one for all seats: names, or files such as
-- "bots/threats.lua". With out = "some/folder" the run also writes CSV files there, with
-- one row per game.
local run = lab.simulate {
  game = "tictacdoh",
  bots = { "random" },
  games = count,
}

print(("%d games of %s, %.1f plies on average"):format(run.games, run.game, run.plies.mean))
for number, seat in ipairs(run.seat) do
  print("seat " .. number .. " won " .. lab.percent(seat))
end
print("drawn " .. lab.percent(run.draws))

-- Games without a regular end.
print(("truncated at the ply limit: %d; forfeited: %d"):format(
  run.truncated.count, run.forfeits.count))
if run.reason then print("first forfeit: " .. run.reason) end

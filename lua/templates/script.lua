-- A script: an experiment of your own, with the whole of Lua at hand.
--
--   boardlab run @FILE@          100 games
--   boardlab run @FILE@ 1000     more of them

local lab = require "boardlab"

local count = tonumber(arg[1]) or 100
local game = lab.game "tictacdoh"

-- Two bots, one for each seat: names, or files such as "bots/threats.lua".
local results = lab.match(game, { "random", "random" }, 1, count)

local won, plies = { 0, 0 }, 0
for _, result in ipairs(results) do
  plies = plies + result.plies
  for _, seat in ipairs(result.winners) do won[seat] = won[seat] + 1 end
end

print(("%d games of %s, %.1f plies on average"):format(count, game:spec(), plies / count))
for seat = 1, game:seats() do
  print(("seat %d won %5.1f%%"):format(seat, 100 * won[seat] / count))
end

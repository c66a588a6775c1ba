-- A script: an experiment of your own, with the whole of Lua at hand.
--
--   boardlab run @FILE@          100 games
--   boardlab run @FILE@ 1000     more of them

local lab = require "boardlab"

local count = tonumber(arg[1]) or 100
local game = lab.game "tictacdoh"

-- A bot for each seat, or one for all: names, or files such as "bots/threats.lua".
local results = lab.match(game, { "random" }, 1, count)

-- What ended as it should, and what did not, are told apart.
local won, drawn, plies, unfinished = {}, 0, 0, 0
for seat = 1, game:seats() do won[seat] = 0 end
for _, result in ipairs(results) do
  plies = plies + result.plies
  if result.outcome == "win" then
    for _, seat in ipairs(result.winners) do won[seat] = won[seat] + 1 end
  elseif result.outcome == "draw" then
    drawn = drawn + 1
  else -- "truncated" at the limit of plies, or "forfeit" with a reason
    unfinished = unfinished + 1
    if result.reason then print("forfeit by seat " .. result.forfeiter .. ": " .. result.reason) end
  end
end

print(("%d games of %s, %.1f plies on average"):format(count, game:spec(), plies / count))
for seat = 1, game:seats() do
  print(("seat %d won %5.1f%%"):format(seat, 100 * won[seat] / count))
end
print(("drawn %5.1f%%, unfinished %.1f%%"):format(100 * drawn / count, 100 * unfinished / count))

-- Tic Tac Doh for three: who is served best, and what should happen to whoever cannot
-- move?
--
--   boardlab run scripts/three_player_tictacdoh.lua [GAMES [BOT]]
--
-- With three players there are two ways to read "a player who cannot move loses": only
-- whoever moved last wins, which is the engine's rule, or both others do, as in
-- variants/tictacdoh3.lua. Plays GAMES games (3000 if not told) of both with BOT
-- (random if not told) in all seats and prints each seat's share; then varies how many
-- small pieces there are.

local lab = require "boardlab"

local games = math.tointeger(tonumber(arg[1] or 3000)) or error("GAMES must be a number", 0)
local bots = { arg[2] or "random" }

local function row(name, run)
  local line = ("%-34s%7.1f%%"):format(name, 100 * run.draws.rate)
  for _, seat in ipairs(run.seat) do
    line = line .. ("   %5.1f ±%3.1f"):format(100 * seat.rate, 50 * (seat.high - seat.low))
  end
  print(line .. ("%8.1f"):format(run.plies.mean))
end

local function header(name)
  print(("%-34s%8s   %-12s%-13s%-10s%8s"):format(
    name, "drawn", "seat 1 won", "seat 2 won", "seat 3 won", "plies"))
end

header "game"
for _, spec in ipairs { "tictacdoh:players=3", "variants/tictacdoh3.lua" } do
  row(spec, lab.simulate { game = spec, bots = bots, games = games })
end

print()
header "variants/tictacdoh3.lua with"
local sweep = lab.sweep {
  game = "variants/tictacdoh3.lua",
  vary = { "small=3..7/2" },
  bots = bots,
  games = games,
}
for _, run in ipairs(sweep) do row(run.run, run) end

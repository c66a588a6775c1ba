-- Which seat is best in Tic Tac Doh for three, and what should happen to a blocked player?
--
--   boardlab run scripts/three_player_tictacdoh.lua [GAMES [BOT]]
--
-- With three players, "a player who cannot move loses" can be read in two ways: only the last
-- mover wins, which is the built-in game's rule, or both others do, as in
-- variants/tictacdoh3.lua. Plays GAMES games (default 3000) of both with BOT (default random) in
-- all seats and prints each seat's win rate; then varies the number of small pieces.
-- Takes 1 second on two cores.

local lab = require "boardlab"

local USAGE = "usage: boardlab run scripts/three_player_tictacdoh.lua [GAMES [BOT]]"
if arg[3] then error(USAGE, 0) end
local games = math.tointeger(tonumber(arg[1] or 3000))
if not games or games < 1 then error("GAMES must be 1 or more, not '" .. arg[1] .. "'", 0) end
local bots = { arg[2] or "random" }

local function row(name, run)
  local line = ("%-34s%8s"):format(name, lab.percent(run.draws.rate))
  for _, seat in ipairs(run.seat) do
    line = line .. ("   %-20s"):format(lab.percent(seat))
  end
  print(line .. ("%8s"):format(lab.number(run.plies.mean)))
end

local function header(name)
  print(("%-34s%8s   %-20s   %-20s   %-20s%8s"):format(
    name, "drawn", "seat 1 won", "seat 2 won", "seat 3 won", "plies"))
end

local both = {}
for i, spec in ipairs { "tictacdoh:players=3", "variants/tictacdoh3.lua" } do
  both[i] = lab.simulate { game = spec, bots = bots, games = games }
end
local sweep = lab.sweep {
  game = "variants/tictacdoh3.lua",
  vary = { "small=3..7/2" },
  bots = bots,
  games = games,
}

header "game"
for _, run in ipairs(both) do row(run.game, run) end
print()
header "variants/tictacdoh3.lua with"
for _, run in ipairs(sweep) do row(run.run, run) end

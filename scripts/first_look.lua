-- A first look: how fair and how long the games are, between random players.
--
--   boardlab run scripts/first_look.lua DIR [GAMES]
--
-- Plays GAMES games (3000 if not told) of each of the four games and of a variant in
-- Lua, writes each run into a folder below DIR, prints what they came to, and writes a
-- report about them. DIR must not be in use yet.

local lab = require "boardlab"

local dir = arg[1] or error("usage: boardlab run scripts/first_look.lua DIR [GAMES]", 0)
local games = math.tointeger(tonumber(arg[2] or 3000)) or error("GAMES must be a number", 0)

local RUNS = { -- the folder, and the game
  { "tictacdoh", "tictacdoh" },
  { "dorix", "dorix" },
  { "quoridor", "quoridor" },
  { "orbital", "orbital" },
  { "tictacdoh3", "variants/tictacdoh3.lua" },
}

-- A text in so many columns; ± is one, though it takes two bytes.
local function pad(text, columns)
  return text .. (" "):rep(columns - utf8.len(text))
end

local folders = {}
print(("%-26s%7s   %-36s%8s%8s%9s"):format(
  "game", "games", "won by seat 1, 2, 3 in %", "drawn %", "plies", "choices"))
for _, entry in ipairs(RUNS) do
  local folder, spec = table.unpack(entry)
  local run = lab.simulate { game = spec, games = games, out = dir .. "/" .. folder }
  local seats = {}
  for i, seat in ipairs(run.seat) do
    seats[i] = ("%.1f ±%.1f"):format(100 * seat.rate, 50 * (seat.high - seat.low))
  end
  local shares = pad(table.concat(seats, "   "), 36)
  print(("%-26s%7d   %s%8.1f%8.1f%9.1f"):format(spec, run.games, shares, 100 * run.draws.rate,
    run.plies.mean, run.branching.mean))
  folders[#folders + 1] = run.out
end

print(("\nEach run is a folder with games.csv (a row a game), summary.csv and run.json:"))
for _, folder in ipairs(folders) do print("  " .. folder) end
print("A report to look at: " .. lab.report(folders, { out = dir .. "/report.html" }))

-- How fair and how long are the games between random players?
--
--   boardlab run scripts/first_look.lua DIR [GAMES]
--
-- Plays GAMES games (default 3000) of each of the four built-in games and of a variant in Lua.
-- Writes each run to a folder in DIR, which must be new, prints the results, and writes a
-- report: an overview of the games, with each run collapsed below.
-- Takes 1 second on two cores.

local lab = require "boardlab"

local dir = arg[1]
if not dir or arg[3] then error("usage: boardlab run scripts/first_look.lua DIR [GAMES]", 0) end
local games = math.tointeger(tonumber(arg[2] or 3000))
if not games or games < 1 then error("GAMES must be 1 or more, not '" .. arg[2] .. "'", 0) end
if io.open(dir) then error(dir .. " exists: choose a new folder", 0) end

local RUNS = { -- the folder, and the game
  { "tictacdoh", "tictacdoh" },
  { "dorix", "dorix" },
  { "quoridor", "quoridor" },
  { "orbital", "orbital" },
  { "tictacdoh3", "variants/tictacdoh3.lua" },
}

local folders = {}
print(("%d games each, between random players\n"):format(games))
print(("%-24s%-64s%7s%7s%7s"):format(
  "game", "win rate of seat 1, 2, 3 (95% interval)", "drawn", "plies", "moves"))
for _, entry in ipairs(RUNS) do
  local folder, spec = table.unpack(entry)
  local run = lab.simulate { game = spec, games = games, out = dir .. "/" .. folder }
  local seats = {}
  for i, seat in ipairs(run.seat) do
    seats[i] = lab.percent(seat)
  end
  print(("%-24s%-64s%7s%7s%7s"):format(spec, table.concat(seats, "  "),
    lab.percent(run.draws.rate), lab.number(run.plies.mean), lab.number(run.branching.mean)))
  folders[#folders + 1] = run.out
end

print("plies: mean length; moves: mean number of legal moves")
print("\nEach run is a folder with games.csv (one row per game), moves.csv, summary.csv and "
  .. "run.json:")
for _, folder in ipairs(folders) do print("  " .. folder) end
print("Report: " .. lab.report(folders, { out = dir .. "/report.html" }))

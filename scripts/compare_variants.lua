-- Is a variant fairer or shorter than its base game?
--
--   boardlab run scripts/compare_variants.lua DIR [GAMES [GAME VARIANT ...]]
--
-- Plays GAMES games (default 2000) of a game and of each variant between bots that look one
-- move ahead, all with the same seed. Writes each run to a folder in DIR, which must be new,
-- prints how each variant differs from the game, and writes a report on all runs. Default:
-- Quoridor on a small board, with one wall each and with the pie rule.
-- Takes 3 seconds on two cores.

local lab = require "boardlab"

local USAGE = "usage: boardlab run scripts/compare_variants.lua DIR [GAMES [GAME VARIANT ...]]"
local dir = arg[1] or error(USAGE, 0)
local games = math.tointeger(tonumber(arg[2] or 2000))
if not games or games < 1 then error("GAMES must be 1 or more, not '" .. arg[2] .. "'", 0) end
local specs = { table.unpack(arg, 3) }
if #specs == 0 then
  specs = { "quoridor:size=5", "quoridor:size=5,walls=1", "variants/quoridor_pie.lua:size=5" }
end
if io.open(dir) then error(dir .. " exists: choose a new folder", 0) end
for _, spec in ipairs(specs) do lab.game(spec) end -- before the first one is played

local BOT = "bots/onestep.lua"

local runs = {}
for i, spec in ipairs(specs) do
  local folder = ("%s/%d"):format(dir, i)
  runs[i] = lab.simulate { game = spec, bots = { BOT }, games = games, out = folder }
end

-- Runs with the same seed are compared game by game, which makes the intervals narrower
-- than those of independent runs.
local function row(name, difference, unit)
  local scaled = { value = unit * difference.value,
    low = difference.low and unit * difference.low, -- few games have no interval of plies
    high = difference.high and unit * difference.high }
  return ("%s %s"):format(name, lab.number(scaled))
end

-- Compared in one call, so that what is claimed is adjusted for the number of variants.
local comparisons = #runs > 1 and { lab.compare(table.unpack(runs)) } or {}

print(("played by %s, %d games each"):format(BOT, games))
for i, run in ipairs(runs) do
  print(("\n%s: seat 1 wins %s, %s plies"):format(run.game, lab.percent(run.seat[1]),
    lab.number(run.plies)))
  if i > 1 then
    local c = comparisons[i - 1]
    print("  difference: " .. table.concat({ row("seat 1 wins", c.seat1, 100),
      row("drawn", c.draw, 100), row("plies", c.plies, 1) }, ", "))
    for _, sentence in ipairs(c.verdict) do print("  " .. sentence) end
  end
end

print("\n" .. lab.report(runs, { out = dir .. "/report.html" }))

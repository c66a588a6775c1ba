-- Is a variant fairer or shorter than the game it changes?
--
--   boardlab run scripts/compare_variants.lua [GAMES [GAME VARIANT ...]]
--
-- Plays GAMES games (2000 if not told) of a game and of its variants, by bots that
-- look one move ahead, all with the same seed. Prints how often seat 1 wins and how
-- long the games are, and how far each variant is from the game itself. A difference
-- is marked with * if it is larger than chance makes it 19 times out of 20.

local lab = require "boardlab"

local games = math.tointeger(tonumber(arg[1] or 2000)) or error("GAMES must be a number", 0)
local specs = { table.unpack(arg, 2) }
if #specs == 0 then
  specs = { "quoridor:size=5", "quoridor:size=5,walls=1", "variants/quoridor_pie.lua:size=5" }
end

-- The difference between two estimates, with the half-width of its 95% interval.
local function difference(a, b)
  local half_a, half_b = (a.high - a.low) / 2, (b.high - b.low) / 2
  return (b.rate or b.mean) - (a.rate or a.mean), math.sqrt(half_a ^ 2 + half_b ^ 2)
end

local function mark(value, half)
  return math.abs(value) > half and "*" or " "
end

local BOT = "bots/onestep.lua"

local runs = {}
for i, spec in ipairs(specs) do
  runs[i] = lab.simulate { game = spec, bots = { BOT }, games = games }
end

print(("between %s; * marks a difference larger than chance"):format(BOT))
print(("%-36s%12s%17s%10s%17s"):format("game", "seat 1 won", "difference", "plies", "difference"))
for i, run in ipairs(runs) do
  local line = ("%-36s%11.1f%%"):format(run.game, 100 * run.seat[1].rate)
  local rate, rate_half = difference(runs[1].seat[1], run.seat[1])
  local plies, plies_half = difference(runs[1].plies, run.plies)
  local rates = ("%+.1f ±%4.1f%s"):format(100 * rate, 100 * rate_half, mark(rate, rate_half))
  local lengths = ("%+.1f ±%4.1f%s"):format(plies, plies_half, mark(plies, plies_half))
  print(("%s%18s%10.1f%18s"):format(line, i > 1 and rates or "", run.plies.mean,
    i > 1 and lengths or ""))
end

-- Which bots are a beginner, a casual, a strong and a very strong opponent in each game?
--
--   boardlab run scripts/levels.lua [OUT [GAME ...]]
--
-- Writes OUT (default levels.csv), the table core/search/levels.csv, with the rows of every GAME
-- (default: the four built-in games and all in games/) made anew and all others kept. Players come
-- from one list, from weak to strong: mcts with 32 iterations (16 in games in Lua, which are slow)
-- that plays more or less of its moves at random, then mcts with more and more iterations. A level
-- is the player of the list that scores nearest to 80% against the level below, and beginner
-- against random. In games where luck or a small board do not leave room for that, the remaining
-- levels are evenly spaced in what is left of the list. Each score is then measured in other
-- games. In the built-in games mcts, with its default options, is measured against very_strong.
-- Games that are for players together, or that random players do not end, have no levels of their
-- own. The same call writes the same table on any machine.
-- Takes 40 minutes on two cores.

local lab = require "boardlab"

local GAMES = { "quoridor", "dorix", "tictacdoh", "orbital", "games/abalone.lua",
  "games/amazons.lua", "games/breakthrough.lua", "games/cant_stop.lua", "games/connect_four.lua",
  "games/dice_race.lua", "games/dikes.lua", "games/draughts.lua", "games/goofspiel.lua",
  "games/hex.lua", "games/kalah.lua", "games/mnk.lua", "games/morris.lua", "games/nim.lua",
  "games/onitama.lua", "games/pente.lua", "games/reversi.lua", "games/santorini.lua",
  "games/tricks.lua" }
local LEVELS = { "beginner", "casual", "strong", "very_strong" }

local TARGET, LEAST, GREATEST = 0.8, 0.73, 0.83
local STEPS = 40 -- players that make mistakes
local NATIVE = { -- pairs of games: of the search, of the table, of mcts
  tried = 50, measured = 200, default = 25, iterations = 32,
  more = 12, -- players with more iterations: each has the root of 2 times as many
}
local LUA = { tried = 20, measured = 60, iterations = 16, more = 8 }
local plan -- one of these

local function player(step)
  if step == 0 then return "random" end
  if step < STEPS then
    return ("mcts:iterations=%d,mistakes=%g"):format(plan.iterations, 1 - step / STEPS)
  end
  return ("mcts:iterations=%.0f"):format(plan.iterations * 2 ^ ((step - STEPS) / 2))
end

local seed = 0
local function score(game, bot, opponent, pairs)
  seed = seed + 1
  local run = lab.simulate { game = game, bots = { bot, opponent }, rotate = true, pairs = true,
    games = 2 * pairs, max_plies = 400, seed = seed }
  return run.match.score
end

-- The step whose player scores nearest to the target against that of a lower one; or nil if all
-- score less.
local function find(game, low, most)
  local function try(step) return score(game, player(step), player(low), plan.tried) end
  local below, below_score, stride = low, 0.5, 2
  local above, above_score
  repeat
    above = math.min(low + stride, most)
    above_score = try(above)
    if above_score < TARGET then
      if above == most then return nil end
      below, below_score, stride = above, above_score, 2 * stride
    end
  until above_score >= TARGET
  while above - below > 1 do
    local middle = (below + above) // 2
    local at = try(middle)
    if at < TARGET then below, below_score = middle, at else above, above_score = middle, at end
  end
  return (below > low and TARGET - below_score < above_score - TARGET) and below or above
end

-- Measures a player, and a weaker or a stronger one as long as the score is not within the limits.
-- Returns its step and score.
local function settle(game, step, low, most)
  for _ = 1, 5 do
    local points = score(game, player(step), player(low), plan.measured)
    local by = points < LEAST and 1 or points > GREATEST and -1 or 0
    if by == 0 or step + by > most or step + by <= low then return step, points end
    step = step + by
  end
  return step, score(game, player(step), player(low), plan.measured)
end

-- For each level its step and its score.
local function levels(game, most)
  local list, low = {}, 0
  for i = 1, #LEVELS do
    local left = #LEVELS - i -- levels above this one
    local points
    local step = find(game, low, most - left)
    if step then
      step, points = settle(game, step, low, most - left)
    else -- what is left of the list, in even parts
      step = low + (most - low) // (left + 1)
      points = score(game, player(step), player(low), plan.measured)
    end
    list[i], low = { step, points }, step
  end
  return list
end

-- ---- the table ---------------------------------------------------------------------------------

local HEAD = "game,level,bot,score,games\n"
local out = arg[1] or "levels.csv"
local wanted = arg[2] and { table.unpack(arg, 2) } or GAMES
local rows, order = {}, {} -- by game

local function add(game, line)
  if not rows[game] then rows[game], order[#order + 1] = {}, game end
  table.insert(rows[game], line)
end

local function read()
  local file = io.open(out)
  if not file then return end
  if file:read "L" ~= HEAD then error(("%s is not a table of levels"):format(out), 0) end
  for line in file:lines "L" do add(line:match "^[^,]*", line) end
  file:close()
end

local function write()
  local file <close> = assert(io.open(out, "w"))
  file:write(HEAD)
  for _, game in ipairs(order) do file:write(table.concat(rows[game])) end
end

local function row(game, level, bot, points, pairs)
  local line = ('%s,%s,"%s",%.3f,%d\n'):format(game, level, bot, points, 2 * pairs)
  add(game, line)
  io.write(line)
  io.flush()
end

local function make(game)
  plan, seed = game:find "%.lua$" and LUA or NATIVE, 0
  local list = levels(game, STEPS + plan.more)
  if rows[game] then rows[game] = {} end
  for i, level in ipairs(LEVELS) do
    local step, points = table.unpack(list[i])
    row(game, level, player(step), points, plan.measured)
  end
  if plan.default then
    local points = score(game, "mcts", player(list[#LEVELS][1]), plan.default)
    row(game, "mcts", "mcts", points, plan.default)
  end
end

read()
for _, game in ipairs(wanted) do
  local good, why = pcall(make, game)
  if good then write() else print(("%s: %s"):format(game, why)) end
end

-- How strong are the searching bots, and does more search make them stronger?
--
--   boardlab run scripts/strength.lua [GAMES [GAME ...]]
--
-- Plays a tournament in each GAME (default: the four built-in games) between random, greedy,
-- alpha-beta and MCTS at increasing budgets; in Tic Tac Doh, which can be solved, also perfect,
-- and MCTS with a learned evaluation in the games that come with one.
-- Every two bots meet in GAMES openings of two random plies (default 50), each of which they play
-- from every seat: without openings, bots without chance would repeat their games. Prints a
-- Markdown table for each game: by how many Elo each bot is stronger than random and than the
-- bot above it, with the 95% intervals of these differences, and each bot's score against each
-- other bot, with a draw counting half. Games are truncated at 400 plies; truncated games do not
-- count. The same GAMES give the same tables on any machine.
--
--   boardlab run scripts/strength.lua gate PAIRS GAME CANDIDATE REFERENCE [OPPONENT ...]
--
-- The gate for a change of strength: bot CANDIDATE plays PAIRS pairs of games against REFERENCE,
-- and both play as many against every OPPONENT, players that the change has not seen (default:
-- other kinds of search, older settings and Lua bots of another style). Each pair begins with
-- two random plies, and is played from both seats. CANDIDATE is stronger only if it scores more
-- than half against REFERENCE, and more than REFERENCE against all opponents together. Another
-- build, or any program, takes part as 'exec:PROGRAM'.
-- Takes 3 minutes on two cores.

local lab = require "boardlab"

local BOTS = { "random", "greedy", "alphabeta:depth=2", "alphabeta:depth=3",
  "mcts:iterations=100", "mcts:iterations=1000", "mcts:iterations=4000" }
local HEADS = { "random", "greedy", "αβ 2", "αβ 3", "mcts 100", "mcts 1,000", "mcts 4,000" }

local MORE = { -- by game
  tictacdoh = "perfect",
  dorix = "mcts:weights=games/dorix.weights",
  ["games/breakthrough.lua"] = "mcts:weights=games/breakthrough.weights",
  ["games/reversi.lua"] = "mcts:weights=games/reversi.weights",
}

local UNSEEN = { "greedy", "alphabeta:depth=2", "alphabeta:depth=3",
  "mcts:bias=0,playout_plies=-1,c=0.7" } -- plain UCT with playouts to the end
local STYLES = { -- Lua bots, by game
  quoridor = { "bots/walls.lua", "bots/balance.lua", "bots/planner.lua" },
  dorix = { "bots/diagonal.lua", "bots/guard.lua" },
  tictacdoh = { "bots/threats.lua" },
  orbital = { "bots/towers.lua", "bots/odds.lua" },
}

local function count(text, name)
  local number = math.tointeger(tonumber(text))
  if number and number >= 1 then return number end
  error(("%s must be 1 or more, not '%s'"):format(name, text), 0)
end

-- ---- the gate ----------------------------------------------------------------------------------

-- A match of two bots. Seeds differ, so that the scores of two matches are independent.
local seed = 0
local function match(pairs, game, bot, opponent)
  seed = seed + 1
  local run = lab.simulate { game = game, bots = { bot, opponent }, rotate = true, pairs = true,
    games = 2 * pairs, opening = 2, max_plies = 400, seed = seed }
  return { value = run.match.score, low = run.match.low, high = run.match.high }
end

local function negative(x) return { value = -x.value, low = -x.high, high = -x.low } end

-- The sum of independent values, with an interval from theirs: the squares of the distances to
-- the ends add up (Newcombe 1998, Zou and Donner 2008).
local function sum(terms)
  local value, below, above = 0, 0, 0
  for _, x in ipairs(terms) do
    value = value + x.value
    below, above = below + (x.value - x.low) ^ 2, above + (x.high - x.value) ^ 2
  end
  return { value = value, low = value - below ^ 0.5, high = value + above ^ 0.5 }
end

-- A difference, or the mean of so many, in points.
local function points(x, number)
  local unit = 100 / number
  return ("%+.1f points (%+.1f to %+.1f)"):format(unit * x.value, unit * x.low, unit * x.high)
end

local function percent(x)
  return ("%.1f%% (%.1f to %.1f)"):format(100 * x.value, 100 * x.low, 100 * x.high)
end

local function verdict(head, unseen)
  if head.low > 0.5 and unseen.low > 0 then return "stronger" end
  if head.low > 0.5 then return "not shown to be stronger: only against the reference" end
  if head.high < 0.5 or unseen.high < 0 then return "weaker" end
  return "not shown to be stronger"
end

-- The opponents given, or those for the game.
local function opponents_in(game, given)
  if #given > 0 then return given end
  local list = { table.unpack(UNSEEN) }
  local styles = STYLES[game:match("^%w+")] or { "bots/uct.lua", "bots/onestep.lua" }
  return table.move(styles, 1, #styles, #list + 1, list)
end

local function gate(pairs, game, candidate, reference, ...)
  if not reference then
    error("usage: boardlab run scripts/strength.lua gate PAIRS GAME CANDIDATE REFERENCE "
      .. "[OPPONENT ...]", 0)
  end
  pairs = count(pairs, "PAIRS")
  lab.game(game)
  local opponents, differences = opponents_in(game, { ... }), {}
  for _, bot in ipairs(opponents) do
    if bot == candidate or bot == reference then
      error(("OPPONENT '%s' is the candidate or the reference itself"):format(bot), 0)
    end
  end
  local head = match(pairs, game, candidate, reference)
  print(("%s: %s against %s, %d pairs of games each\n"):format(game, candidate, reference, pairs))
  print("| opponent | candidate | reference | difference |\n| --- | ---: | ---: | ---: |")
  print(("| the reference | %s | | |"):format(percent(head)))
  for i, opponent in ipairs(opponents) do
    local new = match(pairs, game, candidate, opponent)
    local old = match(pairs, game, reference, opponent)
    differences[i] = sum { new, negative(old) }
    print(("| `%s` | %s | %s | %s |"):format(opponent, percent(new), percent(old),
      points(differences[i], 1)))
  end
  local unseen = sum(differences)
  print(("| all %d, mean | | | %s |"):format(#opponents, points(unseen, #opponents)))
  print("\nThe candidate is " .. verdict(head, unseen) .. ".")
end

if arg[1] == "gate" then return gate(table.unpack(arg, 2)) end

-- ---- the tables --------------------------------------------------------------------------------

local games = count(arg[1] or 50, "GAMES")
local specs = { table.unpack(arg, 2) }
if #specs == 0 then specs = { "quoridor", "dorix", "tictacdoh", "orbital" } end
for _, spec in ipairs(specs) do lab.game(spec) end -- before the first one is played

-- Results have the shortest spec, without options that have their default values.
local function short(bot) return bot == "mcts:iterations=1000" and "mcts" or bot end

-- A bot's score against another, over all seats.
local function score(result, bot, opponent)
  local gained, all = 0, 0
  for _, entry in ipairs(result.crosstable) do
    if entry.bot == short(bot) and entry.opponent == short(opponent) then
      local played = entry.games - entry.truncated
      gained, all = gained + (entry.score or 0) * played, all + played
    end
  end
  return all > 0 and ("%.0f%%"):format(100 * gained / all) or ""
end

-- How much stronger a bot is than another, with the interval of the difference.
local function difference(result, bot, opponent)
  bot, opponent = short(bot), short(opponent)
  for _, pair in ipairs(result.pairs) do
    if pair.bot == bot and pair.opponent == opponent then return lab.elo(pair) end
    if pair.bot == opponent and pair.opponent == bot then
      return lab.elo { difference = pair.difference and -pair.difference,
        low = pair.high and -pair.high, high = pair.low and -pair.low }
    end
  end
end

for _, spec in ipairs(specs) do
  local bots, heads = { table.unpack(BOTS) }, { table.unpack(HEADS) }
  if MORE[spec] then
    bots[#bots + 1] = MORE[spec]
    heads[#heads + 1] = MORE[spec] == "perfect" and "perfect" or "learned"
  end
  local result = lab.tournament { game = spec, bots = bots, games = games, pairs = true,
    opening = 2, max_plies = 400 }
  print(("### %s\n"):format(result.game))
  print("| bot | above random | above the previous | " .. table.concat(heads, " | ") .. " |")
  print("| --- | ---: | ---: |" .. (" ---: |"):rep(#bots))
  for i, bot in ipairs(bots) do
    local row = {}
    for j, opponent in ipairs(bots) do row[j] = i == j and "" or score(result, bot, opponent) end
    print(("| `%s` | %s | %s | %s |"):format(short(bot),
      i > 1 and difference(result, bot, "random") or "",
      i > 2 and difference(result, bot, bots[i - 1]) or "", table.concat(row, " | ")))
  end
  local plies = result.plies
  print(("\n%d games of %.1f plies on average (median %.0f, 95%% at most %.0f); %d truncated.\n")
    :format(result.games, plies.mean, plies.median, plies.p95, result.truncated.count))
end

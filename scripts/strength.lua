-- How strong are the searching bots, and does more search make them stronger?
--
--   boardlab run scripts/strength.lua [GAMES [GAME ...]]
--
-- Plays a tournament in each GAME (default: the four built-in games) between random, greedy,
-- alpha-beta and MCTS at increasing budgets, and perfect in Tic Tac Doh, which can be solved.
-- Every bot meets every other in every seat, GAMES games per seating (default 50). Prints a
-- Markdown table for each game: by how many Elo each bot is stronger than random and than the
-- bot above it, with the 95% intervals of these differences, and each bot's score against each
-- other bot, with a draw counting half. Games are truncated at 400 plies; truncated games do not
-- count. The same GAMES give the same tables on any machine.
-- Takes 3 minutes on two cores.

local lab = require "boardlab"

local BOTS = { "random", "greedy", "alphabeta:depth=2", "alphabeta:depth=3",
  "mcts:iterations=100", "mcts:iterations=1000", "mcts:iterations=4000" }
local HEADS = { "random", "greedy", "αβ 2", "αβ 3", "mcts 100", "mcts 1,000", "mcts 4,000" }

local games = math.tointeger(tonumber(arg[1] or 50))
if not games or games < 1 then error("GAMES must be 1 or more, not '" .. arg[1] .. "'", 0) end
local specs = { table.unpack(arg, 2) }
if #specs == 0 then specs = { "quoridor", "dorix", "tictacdoh", "orbital" } end
for _, spec in ipairs(specs) do lab.game(spec) end -- before the first one is played

-- Results have the shortest spec, without options that have their default values.
local function short(bot) return bot == "mcts:iterations=1000" and "mcts" or bot end

-- A bot's score against another, over all seats.
local function score(result, bot, opponent)
  local points, count = 0, 0
  for _, entry in ipairs(result.crosstable) do
    if entry.bot == short(bot) and entry.opponent == short(opponent) then
      local played = entry.games - entry.truncated
      points, count = points + (entry.score or 0) * played, count + played
    end
  end
  return count > 0 and ("%.0f%%"):format(100 * points / count) or ""
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
  if spec == "tictacdoh" then
    bots[#bots + 1] = "perfect"
    heads[#heads + 1] = "perfect"
  end
  local result = lab.tournament { game = spec, bots = bots, games = games, max_plies = 400 }
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

-- What kind of game is each of the built-in games and of the library?
--
--   boardlab run scripts/game_cards.lua [BUDGETS [OUT [GAME ...]]]
--
-- Studies every GAME (default: the four built-in games and all in games/) with each of BUDGETS:
-- tiny, small (the default), medium or large, or several of these, as in tiny,small. Prints what
-- each card says. Each study has a folder in OUT/BUDGET (OUT is game_cards by default), with the
-- card as a page. If the script is stopped, the same call continues it. Writes OUT.csv, a row for
-- each figure of each game, as in study.csv; and OUT.md, a row for each game with the figures that
-- a designer compares first: seat 1's share of the points between the strongest players, levels of
-- skill, the share of luck, what the best move gains over the median one, after which part of their
-- moves half of the games are decided, how often the lead changes, how often whoever leads after a
-- third of the game wins, how many games are distinct, and, on average, plies, legal moves and
-- lines of the game tree. Intervals are those of 95%.
-- A tiny study takes about 3 seconds on two cores, or longer where rules are slow. What boardlab
-- comes with is from tiny,small, of 17 games from medium, and of 11 from large.
-- Takes 25 minutes on two cores.

local lab = require "boardlab"

local GAMES = { "quoridor", "dorix", "tictacdoh", "orbital", "games/abalone.lua",
  "games/amazons.lua", "games/breakthrough.lua", "games/cant_stop.lua", "games/connect_four.lua",
  "games/dice_race.lua", "games/dikes.lua", "games/draughts.lua", "games/goofspiel.lua",
  "games/hex.lua", "games/kalah.lua", "games/mnk.lua", "games/morris.lua", "games/nim.lua",
  "games/onitama.lua", "games/pente.lua", "games/reversi.lua", "games/santorini.lua",
  "games/tricks.lua" }

-- ---- the table ---------------------------------------------------------------------------------

local function percent(x) return lab.percent(x) end
local function number(x) return lab.number(x) end
local function plain(show) return function(x) return show(x.value) end end
local function power(x) return ("10^%.0f"):format(x.value) end

local function points(x)
  return lab.number { value = 100 * x.value, low = x.low and 100 * x.low,
    high = x.high and 100 * x.high }
end

local function levels(x)
  if x.high ~= math.huge then return number(x) end
  return ("%s (%s or more)"):format(number(x.value), number(x.low))
end

-- The games of the strongest players.
local function strongest(card) return card.levels[#card.levels] end

-- Without an interval if the games repeat each other.
local function first_share(card)
  local level = strongest(card).level
  return (card.fair[level .. ", seat 1"] or card.fair[level .. ", team 1"]).score
end

local COLUMNS = { -- the head, where the figure is in a card, and how it is shown
  { "seat 1 scores", first_share, percent },
  { "levels of skill", function(card) return card.skill.skill_levels end, levels },
  { "luck", function(card) return card.skill.luck_share end, plain(percent) },
  { "best move gains, points", function(card) return card.choices.all.choice_gain end, points },
  { "half decided", function(card) return card.open.decided_median end, plain(percent) },
  { "lead changes", function(card) return card.open.lead_changes end, plain(number) },
  { "early leader wins", function(card) return card.open.early_lead_rate end, percent },
  { "distinct games", function(card) return card.variety.distinct_share end, plain(percent) },
  { "plies", function(card) return strongest(card).plies end, plain(number) },
  { "legal moves", function(card) return card.size.branching_mean end, plain(number) },
  { "game tree", function(card) return card.size.game_tree_log10 end, power },
}

-- A card need not have every figure, nor the line that it is on.
local function cell(card, column)
  local _, find, show = table.unpack(column)
  local good, figure = pcall(find, card)
  return good and figure and figure.value and show(figure) or "–"
end

local function row(card)
  local cells = {}
  for i, column in ipairs(COLUMNS) do cells[i] = cell(card, column) end
  return ("| `%s` | %s |"):format(card.game, table.concat(cells, " | "))
end

local lines = {} -- of OUT.md

local function put(line) lines[#lines + 1] = line end

local function put_heads(budget)
  local heads = {}
  for i, column in ipairs(COLUMNS) do heads[i] = column[1] end
  put(("Game cards of boardlab %s, by %s studies. –: not known\n"):format(lab.version, budget))
  put("| game | " .. table.concat(heads, " | ") .. " |")
  put("| --- |" .. (" ---: |"):rep(#heads))
end

-- Why there is little to know about some games.
local function put_notes(cards)
  for _, card in ipairs(cards) do
    if card.refused then put(("\n`%s`: %s."):format(card.game, card.refused)) end
  end
end

local function write_table(path)
  local out <close> = assert(io.open(path, "w"))
  out:write("# Game cards\n\n", table.concat(lines, "\n"), "\n")
end

-- ---- the figures -------------------------------------------------------------------------------

local function copy_figures(out, card, with_head)
  local file <close> = assert(io.open(card.out .. "/study.csv"))
  local head = file:read "L"
  if with_head then out:write("game,budget,version,", head) end
  for line in file:lines "L" do
    if not line:find "^among," then
      out:write(('"%s",%s,%s,'):format(card.game, card.budget, lab.version), line)
    end
  end
end

-- The lines of study.csv are copied as they are, with the head of the first one, but for those that
-- compare with other games.
local function write_figures(path, cards)
  local out <close> = assert(io.open(path, "w"))
  for i, card in ipairs(cards) do copy_figures(out, card, i == 1) end
end

-- ---- studying ----------------------------------------------------------------------------------

-- "hex-size=7" of games/hex.lua:size=7
local function name(spec)
  local file, options = spec:match "^([^:]*)(.*)$"
  return file:match("[^/]*$"):gsub("%.lua$", "") .. options:gsub("[^%w=._]", "-")
end

-- At most 80 columns, as in a terminal.
local function wrapped(text)
  local list, line = {}, ""
  for word in text:gmatch "%S+" do
    if utf8.len(line) + utf8.len(word) > 77 then
      list[#list + 1], line = line, ""
    end
    line = line .. (line == "" and "" or " ") .. word
  end
  list[#list + 1] = line
  return table.concat(list, "\n  ")
end

local function study_all(games, budget, out, cards)
  local own = {}
  put_heads(budget)
  print(("What %s studies say"):format(budget))
  for i, spec in ipairs(games) do
    local card = lab.study { game = spec, budget = budget, resume = true,
      out = ("%s/%s/%s"):format(out, budget, name(spec)) }
    lab.report(card)
    card.budget, own[i], cards[#cards + 1] = budget, card, card
    put(row(card))
    print("\n" .. card.game)
    for _, sentence in ipairs(card.verdict) do print(wrapped(sentence)) end
  end
  put_notes(own)
end

local function budgets_of(text)
  local list = {}
  for budget in (text .. ","):gmatch "([^,]*)," do
    if not ("tiny small medium large "):find(budget .. " ", 1, true) or budget == "" then
      error(("BUDGET must be tiny, small, medium or large, not '%s'"):format(budget), 0)
    end
    list[#list + 1] = budget
  end
  return list
end

local budgets, out = budgets_of(arg[1] or "small"), arg[2] or "game_cards"
local games = arg[3] and { table.unpack(arg, 3) } or GAMES
for _, spec in ipairs(games) do lab.game(spec) end -- before the first one is studied

local cards = {}
for i, budget in ipairs(budgets) do
  if i > 1 then
    put ""
    print ""
  end
  study_all(games, budget, out, cards)
end
write_figures(out .. ".csv", cards)
write_table(out .. ".md")
print(("\n%s.md, %s.csv, %s/"):format(out, out, out))

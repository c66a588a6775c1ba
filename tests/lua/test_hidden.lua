-- Hidden information: the hooks `observe` and `redraw`, and games/tricks.lua.
package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local lab = require "boardlab"
local check = require "check"
local test, eq, ok, raises, has = check.test, check.eq, check.ok, check.raises, check.has
local boardlab = arg[1]

-- Seat 1 guesses a number from 1 to 4 that it does not see: 13 times of 16 it is 2. Seat 2 only
-- has to wait for its turn.
local GUESS = [[
  local lab = require "boardlab"
  local function draw(s, rng) s.secret = rng(4) > 1 and 2 or rng(4) end
  return lab.rules {
    state = { secret = 1, guess = 1 },
    start = draw,
    moves = function() return { 1, 2, 3, 4 } end,
    play = function(s, move) s.guess = move end,
    outcome = function(s) return s.guess == s.secret and 1 or 2 end,
    observe = function(s, seat) if seat == 1 then s.secret = 0 end end,
    redraw = function(s, seat, rng) if seat == 1 then draw(s, rng) end end,
  }]]

local function output(command)
  local pipe = assert(io.popen(boardlab .. " " .. command .. " 2>&1"))
  local text = pipe:read "a"
  pipe:close()
  return text
end

test("no bot sees what is hidden", function()
  local game = check.file(GUESS)
  local peeks = check.file [[return { choose = function(s)
    return s.secret end }]]
  local draws = lab.simulate { game = game, bots = { peeks, "random" }, games = 2000 }
  -- It guesses what it is shown: right if the truth and what was redrawn happen to agree.
  local agree = (13 / 16) ^ 2 + 3 * (1 / 16) ^ 2
  ok(math.abs(draws.seat[1].rate - agree) < 0.05)
  local blanked = check.file((GUESS:gsub("redraw = [^\n]*\n", "\n")))
  local run = lab.simulate { game = blanked, bots = { peeks, "random" }, games = 20 }
  eq(run.seat[1].won, 0) -- the number that it sees is no move
end)

test("mcts judges by what is likely", function()
  local game = lab.game(check.file(GUESS))
  local rng = lab.rng(5)
  for i = 1, 20 do
    local s = game:start(lab.rng(7, i))
    eq((lab.search.mcts(s, { iterations = 400, rng = rng })), 2)
  end
end)

-- Move 1 always wins, move 2 in 60% of what seat 1 can believe.
local SAFE = [[
  local lab = require "boardlab"
  return lab.rules {
    state = { secret = 1, guess = 1 },
    start = function(s, rng) s.secret = rng(10) end,
    moves = function() return { 2, 1 } end,
    play = function(s, move) s.guess = move end,
    outcome = function(s)
      if s.guess == 0 then return nil end
      return (s.guess == 1 or s.secret <= 6) and 1 or 2
    end,
    observe = function(s, seat) if seat == 1 then s.secret = 0 end end,
    redraw = function(s, seat, rng) if seat == 1 then s.secret = rng(10) end end,
  }]]

test("mcts weighs all worlds alike, also those in which a move is proven", function()
  local game = lab.game(check.file(SAFE))
  local s = game:start(lab.rng(1))
  local best, moves = lab.search.mcts(s, { iterations = 1000, rng = lab.rng(2) })
  eq(best, 1)
  eq(moves[1].value, 1.0)
  ok(not moves[1].proven) -- 20 worlds are not all that there are
  ok(moves[2].move == 2 and math.abs(moves[2].value - 0.6) < 0.35)
  for _, bot in ipairs { "mcts", "mcts:iterations=60", "mcts:ms=20" } do
    local run = lab.simulate { game = check.file(SAFE), bots = { bot, "random" }, games = 40 }
    ok(run.seat[1].won >= 39, bot)
  end
end)

test("mcts prefers the draw that it is sure of to a small hope", function()
  local hope = SAFE:gsub("return %(s.guess == 1 or s.secret <= 6%) and 1 or 2",
    "return s.guess == 1 and 'draw' or s.secret <= 3 and 1 or 2")
  local file = check.file(hope)
  local run = lab.simulate { game = file, bots = { "mcts", "random" }, games = 40 }
  ok(run.seat[1].won <= 1 and run.seat[2].won <= 1)
end)

test("moves that depend on what is hidden are refused by mcts", function()
  local file = check.file((SAFE:gsub("moves = function%(%) return { 2, 1 } end",
    "moves = function(s) return s.secret > 5 and { 2, 1 } or { 1 } end")))
  raises("depend on what it does not see", lab.search.mcts, lab.game(file):start(lab.rng(1)),
    { iterations = 1000, rng = lab.rng(2) })
end)

test("bots that think play tricks better than random ones, and repeatably", function()
  local plan = { game = "games/tricks.lua", bots = { "mcts:iterations=100", "random" },
    rotate = true, games = 200, seed = 4 }
  local run = lab.simulate(plan)
  ok(run.bot[1].rate > 0.6)
  plan.jobs = 1
  eq(lab.simulate(plan).bot[1].won, run.bot[1].won)
end)

test("a position as a seat sees it", function()
  local s = lab.game("games/tricks.lua"):start(lab.rng(3))
  local seen = s:copy():observe(1)
  local held, hidden = 0, 0
  for card = 1, #s.place do
    if s.place[card] == 1 then
      eq(seen.place[card], 1)
      held = held + 1
    else
      ok(seen.place[card] < 0)
      hidden = hidden + 1
    end
  end
  eq(held, 5)
  eq(hidden, 7)
  eq(seen:moves(), s:moves())
  raises("seat", s.observe, s, 3)
  eq(lab.game("tictacdoh"):start():observe(1):count(), lab.game("tictacdoh"):start():count())
end)

test("a human sees their own hand until the game is over", function()
  local text = output "play games/tricks.lua:hand=1 --seed 3 --seat human --seat random </dev/null"
  has(text, "seat 2: tricks 0; hand 1 card; trick -\n")
  has(text, "not seen 10 cards")
  text = output "play games/tricks.lua:hand=1 --seed 3 --seat random --seat random"
  ok(not text:find "not seen")
end)

-- Nature deals each player a card, seat 1 first; then seat 1 bets or folds.
local DEAL = [[
  local lab = require "boardlab"
  return lab.rules {
    state = { card = { 2 }, bet = 1 },
    chance = function(s)
      if s.card[1] == 0 or s.card[2] == 0 then return { 1, 2, 3, 4, 5, 6, 7 } end
    end,
    roll = function(s, card) s.card[s.card[1] == 0 and 1 or 2] = card end,
    moves = function() return { 0, 1 } end,
    play = function(s, move) s.bet = move + 1 end,
    outcome = function(s)
      if s.bet > 0 then return s.bet == 2 and s.card[1] > s.card[2] and 1 or 2 end
    end,
    observe = function(s, seat) if s.card[3 - seat] > 0 then s.card[3 - seat] = 9 end end,
    text = function(s, move)
      return s:seat() == 0 and "card" .. move or move == 1 and "bet" or "fold"
    end,
    draw = function(s) return "cards: " .. s.card[1] .. " " .. s.card[2] end,
    redraw = function(s, seat, rng)
      if s.card[3 - seat] == 9 then s.card[3 - seat] = rng(7) end
    end,
  }]]

-- The output of play with these lines.
local function played(lines, arguments)
  local pipe = assert(io.popen(("printf '%s\\n' | %s play %s 2>&1"):format(lines, boardlab,
    arguments)))
  local text = pipe:read "a"
  pipe:close()
  return text
end

test("play does not name the rolls and moves that a human does not see", function()
  local deal = check.file(DEAL)
  for seed = 1, 5 do
    local text = played("", deal .. " --seat human --seat random --seed " .. seed)
    local own = text:match "nature plays card(%d)"
    ok(own, "the own card is named")
    has(text, "nature makes a hidden move")
    has(text, ("cards: %s 9"):format(own))
    text = played("", deal .. " --seat random --seat human --seed " .. seed)
    has(text, "nature makes a hidden move\nnature plays card")
  end
  -- The end shows everything.
  local over = played("bet", deal .. " --seat human --seat random --seed 1")
  has(over, "over: ")
  ok(not over:match "cards: %d 9.*cards: %d 9")
  -- Bots among themselves hide nothing, and neither does a card that is played.
  local bots = output("play " .. deal .. " --seat random --seat random --seed 1")
  eq(select(2, bots:gsub("nature plays", "")), 2)
  has(played("", "games/tricks.lua --seat random --seat human --seed 1"), "seat 1 (random) plays ")
  ok(not played("1\\n2\\n3\\n4",
    "games/tricks.lua:hand=2,cards=4 --seat human --seat random --seed 2"):find "hidden")
end)

test("humans at one screen see nothing while nature moves", function()
  local deal = check.file(DEAL)
  local text = played("card3\\ncard5", deal .. " --seat human --seat human --enter-rolls")
  has(text, "nature to move")
  eq(text:match "cards: [^\n]*", "cards: 3 9")
  ok(not text:find "cards: 3 0")
  has(played("hint", deal .. " --enter-rolls"), "nature moves next: nobody has a choice")
end)

test("a hint knows what the seat sees", function()
  -- Seat 1 cannot know which of the two wins; a search of the true position would.
  local coin = check.file [[
    local lab = require "boardlab"
    return lab.rules {
      state = { coin = 1, guess = 1 },
      start = function(s, rng) s.coin = rng(2) end,
      moves = function() return { 1, 2 } end,
      play = function(s, move) s.guess = move end,
      outcome = function(s) return s.guess > 0 and (s.guess == s.coin and 1 or 2) or nil end,
      observe = function(s, seat) if seat == 1 then s.coin = 0 end end,
    }]]
  for seed = 1, 4 do
    ok(not played("hint", coin .. " --seed " .. seed):find "100%.0%%  ")
  end
end)

test("a game that is loaded is continued with real dice", function()
  local file = os.tmpname() .. ".game"
  local text = played("save " .. file .. "\\nload " .. file,
    "games/dice_race.lua --enter-rolls --seat human --seat human")
  has(text, "saved in")
  ok(not text:find "nature plays")
  os.remove(file)
end)

test("what cannot be solved is said", function()
  has(select(2, lab.solve "games/tricks.lua"), "it cannot be solved")
  has(output "simulate games/tricks.lua --seat perfect --games 1", "it cannot be solved")
end)

test("bots look at several deals, from what they see only", function()
  local s = lab.game("games/tricks.lua"):start(lab.rng(3))
  local seen, deals = s:copy():observe(1), {}
  for i = 1, 20 do
    local deal = s:copy():redraw(1, lab.rng(i))
    deals[table.concat(deal.place, " ")] = true
    eq(deal:observe(1).place, seen.place)
    eq(seen:copy():redraw(1, lab.rng(i)).place, s:copy():redraw(1, lab.rng(i)).place, "a leak")
  end
  ok(next(deals, (next(deals))), "always the same deal")
  local bot = check.file [[return { choose = function(s, me)
    local deal, seen = s:copy():redraw(me.seat), s:copy():observe(me.seat)
    assert(table.concat(deal:observe(me.seat).place, " ") == table.concat(seen.place, " "))
    return s:moves()[1]
  end }]]
  local run = lab.simulate { game = "games/tricks.lua", bots = { bot, "random" }, games = 5 }
  eq(run.forfeits.count, 0)
  local plain = lab.game("dorix"):start():play "a1"
  eq(plain:copy():redraw(1, lab.rng(1)):key(), plain:key())
end)

test("mistakes in the hooks are found", function()
  raises("'redraw' needs 'observe'", lab.game, check.file((GUESS:gsub("observe = [^\n]*\n", "\n"))))
  -- Moves that depend on what is hidden.
  has(output("check " .. check.file((GUESS:gsub("return { 1, 2, 3, 4 }", "return { s.secret }")
    :gsub("moves = function%(%)", "moves = function(s)")))), "depend on what it does not see")
  -- A redraw that changes what is seen.
  has(output("check " .. check.file((GUESS:gsub("draw%(s, rng%) end end", "s.guess = 3 end end")))),
    "`redraw` may only fill in what `observe` hides")
end)

test("without `redraw`, too, the moves of a seat depend on what it sees", function()
  has(output("check " .. check.file((GUESS:gsub("{ 1, 2, 3, 4 }", "{ s.secret }")
    :gsub("moves = function%(%)", "moves = function(s)"):gsub("redraw = [^\n]*\n", "\n")))),
    "the moves of seat 1 depend on what it does not see")
end)

-- The other's best card, in a var that only its owner sees.
local function best_card(more)
  return check.file(([[
    local lab = require "boardlab"
    local function best(s, seat)
      for card = #s.place, 1, -1 do
        if s.place[card] == seat then return card end
      end
      return 0
    end
    return lab.variant { base = "games/tricks.lua", vars = { best = { 0, 0 } },
      setup = function(s) for seat = 1, 2 do s.best[seat] = best(s, seat) end end,
      %s }]]):format(more))
end

local OBSERVE = "observe = function(s, seat) s.best[3 - seat] = -1 end,"

test("a variant hides its vars", function()
  local s = lab.game(best_card(OBSERVE)):start(lab.rng(3))
  ok(s.best[1] > 0 and s.best[2] > 0)
  local seen = s:copy():observe(2)
  eq(seen.best, { -1, s.best[2] })
  eq(seen.place, lab.game("games/tricks.lua"):start(lab.rng(3)):observe(2).place)
  local peek = check.file [[return { choose = function(s)
    assert(s.best[2] == -1, "sees it") return s:moves()[1] end }]]
  local plan = { game = best_card(OBSERVE), bots = { peek, "random" }, games = 5 }
  eq(lab.simulate(plan).forfeits.count, 0)
  plan.game = best_card ""
  eq(lab.simulate(plan).forfeits.count, 5)
end)

test("a variant redraws after its base", function()
  local spec = best_card(OBSERVE .. [[
    redraw = function(s, seat, rng)
      assert(s.best[3 - seat] == -1)
      s.best[3 - seat] = best(s, 3 - seat)
    end]])
  local bot = check.file [[return { choose = function(s, me)
    local best = 0
    for card, place in ipairs(s.place) do if place == 3 - me.seat then best = card end end
    assert(s:count() < 5 or s.best[3 - me.seat] == best, "not redrawn")
    return s:moves()[1] end }]]
  eq(lab.simulate({ game = spec, bots = { bot, "random" }, games = 5 }).forfeits.count, 0)
  has(output("check --games 5 " .. spec), "no problems")
  raises("'redraw' needs 'observe'", lab.game, check.file [[return require "boardlab".variant {
    base = "tictacdoh", redraw = function() end }]])
  ok(lab.game(best_card "redraw = function() end"))
  -- A variant may say what its base does not.
  has(output("check --games 5 " .. check.file [[return require "boardlab".variant {
    base = "games/nim.lua", vars = { secret = 3 }, observe = function(s) s.secret = 0 end }]]),
    "no problems")
end)

test("after a swap a seat sees its side", function()
  local s = lab.game(check.file [[
    local pie = require "modifiers".pie "games/tricks.lua"
    return require "boardlab".variant { base = pie, vars = { seen_by = 0 },
      observe = function(s, seat) s.seen_by = seat end }]]):start(lab.rng(3))
  s:play(s:moves()[1]):play "swap"
  eq(s:copy():observe(1).place, lab.game("games/tricks.lua"):start(lab.rng(3))
    :play(s.place and lab.game("games/tricks.lua"):start(lab.rng(3)):moves()[1]):observe(2).place)
  eq(s:copy():observe(1).seen_by, 1)
end)

test("tricks: what a seat believes is right whoever is to move", function()
  local game = lab.game("games/tricks.lua")
  local bot = check.file [[return { choose = function(s, me)
    local other, hand = 0, {}
    for _, place in ipairs(s.place) do other = other + (place == 3 - me.seat and 1 or 0) end
    assert(other == 5, "the other player has " .. other .. " cards")
    return s:moves()[1] end }]]
  eq(game:name(), "tricks")
  -- Seat 1 plays twice at first: it has led, and moves again.
  local twice = check.file [[return require "boardlab".variant { base = "games/tricks.lua",
    vars = { n = 0 }, next_seat = function(s) s.n = s.n + 1 return s.n < 3 and 1 or 2 end,
    outcome = function(s) return s.n == 3 and "draw" or nil end }]]
  eq(lab.simulate({ game = twice, bots = { bot, "random" }, games = 5 }).forfeits.count, 0)
end)

return check.done()

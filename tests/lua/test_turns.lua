-- Turns and ends of every kind: games that are won or lost together.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local test, eq, has, raises, ok = check.test, check.eq, check.has, check.raises, check.ok

-- Plays random games in a new folder, which the function gets with the result and the report.
local function simulate(game, games, look)
  local dir = os.tmpname()
  os.remove(dir)
  local run = lab.simulate { game = game, bots = { "random" }, games = games, out = dir }
  lab.report(dir, { out = dir .. "/page.html" })
  local page <close> = io.open(dir .. "/page.html")
  look(run, dir, page:read "a")
  os.execute("rm -r " .. dir)
end

-- ---- cooperation -----------------------------------------------------------

-- Each player gives a number; three in all are won, any other sum is lost.
local function three(more)
  local definition = {
    teams = { { 1, 2 } },
    state = { sum = 1, turns = 1 },
    moves = function() return { 0, 1, 2 } end,
    play = function(s, move) s.sum, s.turns = s.sum + move, s.turns + 1 end,
    outcome = function(s) return s.turns == 2 and (s.sum == 3 and 1 or "loss") or nil end,
  }
  for key, value in pairs(more or {}) do definition[key] = value end
  return lab.rules(definition)
end

test("a game can be lost by all", function()
  local game = three()
  local s = game:start():play "0 2"
  eq({ s:outcome(), #s:winners(), s:won(1), #s:moves() }, { "loss", 0, false, 0 })
  has(s:draw(), "over: the game is lost")
  s = game:start():play "1 2"
  eq({ s:outcome(), s:winners() }, { "win", { 1, 2 } })
end)

test("a draw of the only side is a loss", function()
  local game = three { outcome = function(s) return s.turns == 2 and "draw" or nil end }
  eq(game:start():play("1 1"):outcome(), "loss")
  eq(lab.game("games/mnk.lua:players=1,m=1,n=1,k=2"):start():play("a1"):outcome(), "loss")
end)

test("all seats that pass in a row lose, if they play together", function()
  eq(three { moves = function() return {} end, outcome = function() end }:start()
    :play("pass pass"):outcome(), "loss")
end)

test("results speak of winning and losing", function()
  simulate(three(), 900, function(run, dir, page)
    eq(run.losses.count + run.seat[1].won, 900)
    eq({ run.seat[1].won, run.draws.count }, { run.seat[2].won, 0 })
    ok(run.losses.rate > 0.7 and run.losses.rate < 0.85, "two of nine are won")
    has(page, "The players win %S+ %([^)]*%) of games and lose %S+%.")
    has(page, "lost in 2 plies")
    eq(lab.stats(dir).run.loss_rate.value, run.losses.rate)
    for row in io.lines(dir .. "/games.csv") do
      ok(row:find("^game,") or row:find(",loss,,0,0,") or row:find(",win,1+2,1,1,", 1, true), row)
    end
  end)
end)

test("players who win together search together", function()
  local run = lab.simulate { game = three(), bots = { "mcts:iterations=100" }, games = 50 }
  eq(run.seat[1].won, 50)
  local _, moves = lab.search.alphabeta(three():start(), { depth = 2 })
  eq({ moves[1].value, moves[1].plies }, { 1.0, 2 })
end)

-- Two fishers take fish in turn; whoever has more in the end wins, but if all fish are gone
-- before that, both lose.
local function fishing()
  return lab.rules {
    state = { fish = 1, got = { 2 }, turns = 1 },
    start = function(s) s.fish = 9 end,
    moves = function() return { 1, 2, 3 } end,
    play = function(s, n, seat)
      s.fish, s.turns, s.got[seat] = s.fish - n, s.turns + 1, s.got[seat] + n
    end,
    score = function(s) return { s.got[1], s.got[2] } end,
    outcome = function(s) return s.fish <= 0 and "loss" or s.turns == 6 or nil end,
  }
end

test("rivals can lose together", function()
  simulate(fishing(), 300, function(run, _, page)
    eq(run.seat[1].won + run.seat[2].won + run.draws.count + run.losses.count, 300)
    ok(run.losses.count > 50)
    has(page, "All lose %S+ %([^)]*%) of games%.")
  end)
  -- With three fish left, taking them all loses for both.
  local s = lab.game(fishing()):start():set("fish", 3):set("turns", 5)
  s:set("got", "2,0"):set("seat", 2)
  local _, moves = lab.search.mcts(s, { iterations = 200 })
  for _, move in ipairs(moves) do
    eq(move.value, move.move == 2 and 0.5 or 0.0, "taking " .. move.move)
  end
end)

test("games that all lose have no points in a match between two bots", function()
  local run = lab.simulate { game = fishing(), bots = { "mcts:iterations=50", "random" },
    games = 60, rotate = true }
  local bot = run.bot[1]
  eq(bot.won + bot.lost + bot.drawn, 60)
  ok(bot.won > run.bot[2].won)
end)

test("'outcome' says what it may return", function()
  raises('"loss" (nobody wins)', function()
    three { outcome = function() return "lost" end }:start():play "1"
  end)
end)

return check.done()

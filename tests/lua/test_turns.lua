-- Turns and ends of every kind: games that are won or lost together, moves at the same time,
-- elimination; and fields that hold names, cells, pieces and memories.

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

-- ---- moves at the same time ------------------------------------------------

-- A game of one round with these results of seat 1: 1 is a win, 0 a loss, 0.5 a draw.
local function matrix(rows)
  return lab.rules {
    state = { hand = { 2 } },
    simultaneous = true,
    moves = function(_, seat)
      local list = {}
      for i = 1, seat == 1 and #rows or #rows[1] do list[i] = i end
      return list
    end,
    play = function(s, hands) s.hand[1], s.hand[2] = hands[1], hands[2] end,
    outcome = function(s, mover, _, move)
      assert(mover == 0 and move == nil)
      if s.hand[1] == 0 then return nil end
      local result = rows[s.hand[1]][s.hand[2]]
      return result == 1 and 1 or result == 0 and 2 or "draw"
    end,
  }
end

local ROCK_PAPER_SCISSORS = { { 0.5, 0, 1 }, { 1, 0.5, 0 }, { 0, 1, 0.5 } }

-- How likely mcts plays each move, by number.
local function strategy(s, iterations)
  local _, list = lab.search.mcts(s, { iterations = iterations, rng = lab.rng(1) })
  local all, shares = 0, {}
  for _, move in ipairs(list) do all = all + move.visits end
  for _, move in ipairs(list) do shares[move.move] = move.visits / all end
  return shares
end

-- What perfect play of a seat wins against mcts, by all moves of the seat, rolls and the shares
-- of mcts.
local function best_response(s, seat, iterations)
  if s:outcome() then return s:won(seat) and 1 or s:outcome() == "draw" and 0.5 or 0 end
  local first, sum, most = s:moves(), 0, 0
  if s:seat() == 0 then
    for _, roll in ipairs(first) do sum = sum + best_response(s:after(roll), seat, iterations) end
    return sum / #first
  end
  local chosen = s:after(first[1])
  local other = strategy(seat == 2 and s or chosen, iterations)
  for _, own in ipairs(seat == 1 and first or chosen:moves()) do
    sum = 0
    for move, share in pairs(other) do
      local after = seat == 1 and s:after(own):after(move) or s:after(move):after(own)
      if share > 0 then sum = sum + share * best_response(after, seat, iterations) end
    end
    most = math.max(most, sum)
  end
  return most
end

test("seats choose in turn, unseen, and then all is played", function()
  local game = matrix(ROCK_PAPER_SCISSORS)
  local s = game:start()
  eq({ s:seat(), s._chosen }, { 1, { -1, -1 } })
  s:play "2"
  eq({ s:seat(), s._chosen, s.hand }, { 2, { 3, -1 }, { 0, 0 } })
  has(s:draw(), "seat 1 has chosen\n")
  eq(s:copy():observe(1)._chosen, { 3, -1 })
  eq(s:copy():observe(2)._chosen, { -2, -1 })
  local seen = {}
  for seed = 1, 30 do seen[s:copy():redraw(2, lab.rng(seed))._chosen[1]] = true end
  eq(seen, { [2] = true, [3] = true, [4] = true })
  s:play "1"
  eq({ s.hand, s:winners(), s._chosen }, { { 2, 1 }, { 1 }, { 0, 0 } })
end)

test("a seat without a move passes, and play gets lab.pass", function()
  local function game(moves)
    return lab.rules {
      players = 3, state = { got = { 3 } }, simultaneous = true,
      moves = function(s, seat) return s.got[1] == 0 and moves[seat] or {} end,
      play = function(s, list)
        for seat, move in ipairs(list) do s.got[seat] = move == lab.pass and -1 or move end
      end,
      outcome = function(s) return s.got[3] == 7 and 3 or nil end,
    }
  end
  local s = game({ { 5 }, {}, { 7 } }):start():play "5 pass 7"
  eq({ s.got, s:winners() }, { { 5, -1, 7 }, { 3 } })
  eq(game({ {}, {}, {} }):start():play("pass pass pass"):outcome(), "draw")
end)

test("some turns are taken together, others alone", function()
  local game = lab.rules {
    state = { bidder = 1, total = 1 },
    simultaneous = function(s) return s.bidder == 0 end,
    moves = function() return { 1, 2 } end,
    play = function(s, move, seat)
      if s.bidder > 0 then
        s.total, s.bidder = s.total + move + 10 * seat, 0
        return
      end
      s.bidder = move[1] >= move[2] and 1 or 2
      return s.bidder
    end,
    outcome = function(s, mover) return s.total > 40 and mover or nil end,
  }
  local s = game:start():play "1 2"
  eq({ s:seat(), s.bidder, s._chosen }, { 2, 2, { 0, 0 } })
  s:play "2"
  eq({ s:seat(), s.total, s._chosen }, { 1, 22, { -1, -1 } })
  eq(s:play("1 2 2"):winners(), { 2 })
  local run = lab.simulate { game = game, bots = { "mcts:iterations=50" }, games = 20 }
  eq(run.forfeits.count, 0)
end)

test("mcts finds the equilibria of matrix games", function()
  local game = matrix(ROCK_PAPER_SCISSORS)
  for move, share in pairs(strategy(game:start(), 1000)) do
    ok(math.abs(share - 1 / 3) < 0.02, ("%d: %g"):format(move, share))
  end
  for seat = 1, 2 do ok(best_response(game:start(), seat, 1000) < 0.51) end
  game = matrix { { 1, 0 }, { 0.5, 1 } }
  ok(math.abs(strategy(game:start(), 1000)[1] - 1 / 3) < 0.02)
  ok(math.abs(strategy(game:start():play "1", 1000)[1] - 2 / 3) < 0.02)
  game = matrix { { 1, 0.5, 0.5 }, { 1, 0, 0 } } -- the first row is never worse
  ok(strategy(game:start(), 1000)[1] > 0.95)
end)

test("mcts cannot be outguessed in Goofspiel with three cards", function()
  local s = lab.game("games/goofspiel.lua:cards=3"):start()
  local won = best_response(s, 2, 1000)
  ok(won >= 0.5 and won < 0.515, "perfect play against it wins " .. won)
end)

test("'simultaneous' is checked", function()
  local function rules(more)
    local definition = { state = { x = 1 }, moves = function() return { 1 } end,
      play = function() end }
    for key, value in pairs(more) do definition[key] = value end
    return function() return lab.rules(definition):start() end
  end
  raises("'simultaneous' must be true, or a function", rules { simultaneous = 1 })
  raises("cannot be called '_chosen'", rules { state = { _chosen = 2 } })
  raises("must be all 2 seats", function()
    lab.variant { base = matrix(ROCK_PAPER_SCISSORS), players = 1 }:start()
  end)
  for _, hook in ipairs { "next_seat", "chance" } do
    raises("'" .. hook .. "' cannot change the turns of", function()
      lab.variant { base = matrix(ROCK_PAPER_SCISSORS), [hook] = function() end,
        roll = hook == "chance" and function() end or nil }:start()
    end)
  end
  for _, name in ipairs { "pie", "two_moves" } do
    raises("in which seats choose at the same time", function()
      require "modifiers"[name](matrix(ROCK_PAPER_SCISSORS)):start()
    end)
  end
  eq(rules { simultaneous = false }()._chosen, nil)
end)

-- A round gives each seat the points that it chooses; 9 points win.
local function claims()
  return lab.rules {
    state = { points = { 2 } }, simultaneous = true,
    moves = function() return { 1, 2, 3 } end,
    play = function(s, list)
      for seat = 1, 2 do
        s.points[seat] = s.points[seat] + (list[seat] == lab.pass and 0 or list[seat])
      end
    end,
    outcome = function(s)
      return s.points[1] >= 9 and 1 or s.points[2] >= 9 and 2 or nil
    end,
  }
end

test("a variant may leave a seat without a choice", function()
  local game = lab.variant { base = claims(), allow = function(_, _, seat) return seat == 2 end }
  local s = game:start():play "pass 3 pass 2"
  eq({ s.points, s:seat(), s._chosen }, { { 0, 5 }, 1, { -1, -1 } })
  local run = lab.simulate { game = game, bots = { "mcts:iterations=20" }, games = 4 }
  eq(run.seat[2].won, 4)
end)

test("a variant may play on after a round", function()
  local game = lab.variant { base = claims(), outcome = function(s)
    if s:outcome() then return s.points[1] >= 12 and 1 or s.points[2] >= 12 and 2 or false end
  end }
  local s = game:start():play "3 1 3 1 3 1"
  eq({ s:outcome(), s._chosen, s.points }, { nil, { -1, -1 }, { 9, 3 } })
  eq(s:play("3 1"):winners(), { 1 })
end)

test("choices can be set, if a seat has them", function()
  local s = matrix(ROCK_PAPER_SCISSORS):start()
  eq(s:copy():set("_chosen", "2,-1"):seat(), 2)
  eq(s:copy():set("_chosen", "3,-1"):play("1"):winners(), { 1 })
  raises("_chosen has 9 for seat 1: it takes -1", s.set, s, "_chosen", "9,-1")
  raises("_chosen has 0 for seat 2", s.set, s, "_chosen", "-1,0")
  raises("one has yet to choose", s.set, s, "_chosen", "2,2")
  local rolled = lab.rules { state = { die = 1 }, simultaneous = true,
    chance = function(p) return p.die == 0 and { 1 } or nil end,
    roll = function(p) p.die = 1 end, moves = function() return { 1 } end,
    play = function(p) p.die = 0 end }
  raises("nature moves before seats choose", rolled:start().set, rolled:start(), "_chosen", "2,-1")
end)

-- ---- elimination -----------------------------------------------------------

-- A turn takes lives from players, as many as the digits of the move say: 120 takes one from
-- seat 1 and two from seat 2.
local function lives(more)
  local definition = {
    players = 3, state = { lives = { 3 } },
    start = function(s) for seat = 1, 3 do s.lives[seat] = 2 end end,
    moves = function() return { 0, 200, 20, 2, 22, 222 } end,
    play = function(s, move)
      for seat = 1, 3 do s.lives[seat] = s.lives[seat] - move // 10 ^ (3 - seat) % 10 // 1 | 0 end
    end,
    out = function(s, seat) return s.lives[seat] <= 0 end,
  }
  for key, value in pairs(more or {}) do definition[key] = value end
  return lab.rules(definition)
end

test("seats that are out are passed over, and the last one wins", function()
  local s = lives():start():play "20"
  eq({ s._out, s:seat() }, { { 0, 1, 0 }, 3 })
  s:play "0"
  eq(s:seat(), 1)
  eq(s:play("2"):winners(), { 1 })
  eq(s._out, { 0, 1, 2 })
  s = lives():start():play "22"
  eq({ s:winners(), s._out }, { { 1 }, { 0, 1, 1 } })
  eq(lives():start():play("222"):outcome(), "draw")
end)

test("a seat that is out cannot win", function()
  local by_score = { score = function() return { 9, 5, 5 } end,
    outcome = function(s) return s._out[1] > 0 or nil end }
  local s = lives(by_score):start():play "200"
  eq({ s._out, s:seat() }, { { 1, 0, 0 }, 2 })
  eq(s:play("0"):winners(), { 2, 3 })
  local named = { outcome = function(p) return p._out[1] > 0 and 1 or nil end }
  raises("'outcome' returned seat 1, which is out", function()
    lives(named):start():play("200 0")
  end)
end)

test("a seat that 'play' returns is passed over as well", function()
  local s = lives { play = function(s, move)
    if move == 20 then s.lives[2] = 0 end
    return 2
  end }:start():play "20"
  eq(s:seat(), 3)
end)

test("a team is out when all its seats are", function()
  local game = lives { players = 3, teams = { { 1, 3 }, { 2 } } }
  eq(game:start():play("200"):seat(), 2)
  eq(game:start():play("200 20"):winners(), { 1, 3 })
end)

test("who is out can neither pass nor choose", function()
  local s = lives { simultaneous = true, play = function(s, list)
    s.lives[1] = 0
    s.lives[2] = list[1] == lab.pass and 1 or 2
  end, moves = function() return { 1, 2 } end }:start()
  s:play "1 1 1"
  eq({ s._out, s._chosen, s:seat(), s.lives }, { { 1, 0, 0 }, { 0, -1, -1 }, 2, { 0, 2, 2 } })
  eq(s:play("1 1").lives, { 0, 1, 2 })
  s = lives { moves = function(p) return p.lives[2] == 2 and { 20 } or {} end }:start()
  eq(s:play("20 pass pass"):outcome(), "draw")
end)

test("places are recorded", function()
  simulate(lives(), 60, function(run, dir)
    local rows = 0
    for row in io.lines(dir .. "/games.csv") do
      if rows == 0 then has(row, "won3,place1,place2,place3,plies") end
      rows = rows + 1
    end
    eq({ rows, run.complete }, { 61, true })
    local stats = lab.stats(dir)
    local sum = 0
    for seat = 1, 3 do sum = sum + stats.seat[seat].place_mean.value end
    ok(sum > 4 and sum <= 6, "places of three seats: " .. sum)
  end)
end)

test("a variant with fewer players takes the others out", function()
  local game = lab.variant { base = lives(), players = { 1, 3 } }
  eq({ game:seats(), game:start()._out }, { 2, { 0, 1, 0 } })
  eq(game:start():play("0"):seat(), 2) -- who holds the third seat of the base
end)

-- The places of the seats in a game, as "2,1,3".
local function places(game)
  local found
  simulate(game, 1, function(_, dir)
    local won = (",[01]"):rep(game:seats())
    for row in io.lines(dir .. "/games.csv") do
      found = row:match(",win,%d" .. won .. ",([%d,]-),%d+,0,")
    end
  end)
  return found
end

test("places of a variant are those of its seats", function()
  -- Seat 2 is out after the first move, then seat 3; but the first two players swap sides.
  local base = lives { moves = function(s) return { s.lives[2] > 0 and 20 or 2 } end }
  eq(places(base), "1,3,2")
  local swapped = lab.variant { base = base, setup = function(s) s:swap(1, 2) end }
  eq(places(swapped), "3,1,2")
  eq(places(lab.variant { base = base, players = { 1, 3 } }), "1,2")
end)

test("a variant cannot let a seat win that is out", function()
  local base = lives { score = function() return { 0, 9, 5 } end,
    outcome = function(s) return s._out[2] > 0 or nil end }
  eq(base:start():play("20 0"):winners(), { 3 })
  local komi = lab.variant { base = base, score = function(_, score) return score end }
  eq(komi:start():play("20 0"):winners(), { 3 })
  raises("'outcome' returned seat 2, which is out", function()
    local function outcome(s) return s._out[2] > 0 and { 1, 2 } or nil end
    lab.variant { base = lives(), outcome = outcome }:start():play "20"
  end)
end)

test("what a variant writes may put a seat out", function()
  local s = lab.variant { base = lives(), setup = function(s) s.lives[1] = 0 end }:start()
  eq({ s._out, s:seat() }, { { 1, 0, 0 }, 2 })
  s = lab.variant { base = lives(), after = function(p) p.lives[2] = 0 end }:start():play "0"
  eq({ s._out, s:seat() }, { { 0, 1, 0 }, 3 })
  has(s:draw(), "seat 2 is out")
  s = lab.variant { base = lives(), next_seat = function() return 2 end }:start():play "20"
  eq(s:seat(), 3)
end)

test("two moves a turn end with the player who makes them", function()
  local game = require "modifiers".two_moves(lives())
  eq({ game:start():play("0 20").two_moves_left, game:start():play("0 20"):seat() }, { 2, 3 })
end)

test("games of a variant with fewer players are the same however they are played", function()
  local base = lab.variant { base = "quoridor:players=4,size=5", vars = { n = 0 },
    after = function(s) s.n = s.n + 1 end, outcome = function(s) return s.n > 8 or nil end,
    score = function(s) return { s:walls_left(1), s:walls_left(2), 100, s:walls_left(4) } end }
  local game = lab.variant { base = base, players = { 1, 2, 4 } }
  for seed = 1, 20 do
    local played, alone = game:start():playout(lab.rng(seed)), game:start()
    local rng = lab.rng(seed)
    while alone:seat() do alone:play(alone:random_move(rng)) end
    eq(played:winners(), alone:winners())
  end
end)

test("seats can be out from the start", function()
  local s = lives { start = function(s) s.lives[2], s.lives[3] = 2, 2 end }:start()
  eq({ s._out, s:seat() }, { { 1, 0, 0 }, 2 })
  eq(lives { start = function(p) p.lives[3] = 2 end }:start():winners(), { 3 })
end)

test("who is out can be set", function()
  local s = lives():start()
  eq(s:copy():set("_out", "0,1,0"):play("0"):seat(), 3)
  raises("_out has 7 for seat 2: it takes 0", s.set, s, "_out", "1,7,0")
  raises("_out has -1 for seat 3", s.set, s, "_out", "0,0,-1")
end)

-- ---- fields ----------------------------------------------------------------

local function kinds(state)
  return lab.rules {
    state = state,
    moves = function(s) return s.board:empty() end,
    play = function(s, cell)
      s.board[cell], s.phase, s.at, s.took = 1, "take", cell, 2
      s.path[1] = cell
    end,
  }
end

local function board(more)
  local state = { board = lab.grid { columns = 3, rows = 3, marks = ".XO" } }
  for name, field in pairs(more) do state[name] = field end
  return state
end

local KINDS = { phase = { names = { "place", "take" } }, at = { cell = "board" },
  took = { piece = "board" }, path = { cell = "board", count = 2 } }

test("fields hold names, cells and pieces", function()
  local s = kinds(board(KINDS)):start()
  eq({ s.at, s.took, s.path, s.phase }, { 0, 0, { 0, 0 } })
  s:play "5"
  eq({ s.phase, s.at, s.took, s.path }, { "take", 5, 2, { 5, 0 } })
  has(s:draw(), "at: b2\n")
  has(s:draw(), "path: b2 -\nphase: take\ntook: O\n")
  eq(s:copy():set("path", "a1,c3").path, { 1, 9 })
  eq(s:copy():set("phase", "place"):set("took", "X").took, 1)
  eq(s:copy():set("phase", "-").phase, nil)
  raises("at takes a text such as a1, or - for none, not 'd4'", s.set, s, "at", "d4")
  raises("phase takes place, take or - for none", s.set, s, "phase", "run")
  raises("phase takes a string such as", function() s.phase = "run" end)
end)

test("the kinds of fields are checked", function()
  local function refused(message, field)
    raises(message, function() kinds(board { x = field }):start() end)
  end
  refused("must be the name of a grid among the fields, not 'bord'", { cell = "bord" })
  refused("'names' must be a list of short words", { names = {} })
  refused("'names' must be a list of short words", { names = { "two words" } })
  refused("a field has one name, not several", { names = { "a" }, count = 2 })
  refused("memory", { memory = 0 })
  refused("give it 'names' or 'memory', not both", { names = { "a" }, memory = 1 })
  refused("give it 'cell' or 'piece', not both", { cell = "board", piece = "board" })
end)

test("a memory is seen by its seat only", function()
  local game = lab.rules {
    state = { secret = 1, seen = { memory = 2 } },
    start = function(s, rng) s.secret = rng(9) end,
    moves = function() return { 1, 2 } end,
    play = function(s, i, seat) s.seen[2 * (seat - 1) + i] = s.secret end,
    observe = function(s) s.secret = 0 end,
    redraw = function(s, seat, rng)
      local known = math.max(s.seen[2 * seat - 1], s.seen[2 * seat])
      s.secret = known > 0 and known or rng(9)
    end,
  }
  local s = game:start(lab.rng(3)):play "2"
  local secret = s.secret
  eq(s.seen, { 0, secret, 0, 0 })
  eq(s:copy():observe(2).seen, { 0, 0, 0, 0 })
  eq(s:copy():observe(1).seen, { 0, secret, 0, 0 })
  for seed = 1, 5 do eq(s:copy():redraw(1, lab.rng(seed)).secret, secret) end
end)

return check.done()

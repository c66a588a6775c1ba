-- Seats after players have swapped sides. Two bots play the same moves in every game if what
-- one of them reads in the fields of positions is right: the other only asks who wins.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local positions = require "positions"
local test, eq, has, raises = check.test, check.eq, check.has, check.raises
local start, variant = positions.start, positions.variant

-- A bot that swaps where it can, and otherwise plays the first move of which an expression in
-- `s`, the position after it, and `me` is true, or a random one.
local function bot(expression)
  return check.file(([[return { choose = function(state, me)
    local swap = state:move "swap"
    if swap then return swap end
    local random = state:random_move()
    for _, move in ipairs(state:moves()) do
      local s = state:after(move)
      if %s then return move end
    end
    return random
  end }]]):format(expression))
end

-- Plays games between a bot and random, and returns the results and the number of wins.
local function play(spec, player, first)
  local bots = first and { player, "random" } or { "random", player }
  local results, wins = lab.match(spec, bots, 5, 40), 0
  for _, r in ipairs(results) do
    eq(r.reason, nil, spec)
    if r.winners[1] == (first and 1 or 2) then wins = wins + 1 end
  end
  return results, wins
end

-- Compares two bots on a game, in both seats; the second of them only asks for the outcome.
local function same_games(what, spec, fields, asks)
  for _, first in ipairs { true, false } do
    local by_fields, wins = play(spec, bot(fields), first)
    local by_asking = play(spec, bot(asks), first)
    eq(by_fields, by_asking, what)
    check.ok(wins > 20, what .. ": wins against random, not " .. wins)
  end
end

local LINE, WON = "s.board:has_line(me.seat, 3)", "s:won(me.seat)"

for what, code in pairs {
  ["nothing"] = 'return lab.variant { base = "games/mnk.lua:m=4", vars = { x = 0 } }',
  ["pie"] = 'return m.pie "games/mnk.lua:m=4"',
  ["two_moves"] = 'return m.two_moves "games/mnk.lua:m=5,n=5"',
  ["random_opening"] = 'return m.random_opening("games/mnk.lua:m=4", 2)',
  ["pie over two_moves"] = 'return m.pie(m.two_moves "games/mnk.lua:m=5,n=5")',
  ["two_moves over pie"] = 'return m.two_moves(m.pie "games/mnk.lua:m=5,n=5")',
  ["a swap over pie"] = [[return lab.variant { base = m.pie "games/mnk.lua:m=4", vars = { n = 0 },
    after = function(s) s.n = s.n + 1 if s.n == 3 then s:swap(1, 2) end end }]],
  ["random_opening over pie"] = 'return m.random_opening(m.pie "games/mnk.lua:m=4", 2)',
} do
  test("a bot that reads a grid, under " .. what, function()
    same_games(what, variant(code), LINE, WON)
  end)
end

-- Seats take steps, and the first with six wins.
local STEPS = [[local steps = lab.variant { base = "quoridor:size=5", vars = { taken = { 0, 0 } },
  after = function(s, move, seat, before)
    if before:part(move, "kind") == "pawn" then s.taken[seat] = s.taken[seat] + 1 end
  end,
  outcome = function(s, mover) return s.taken[mover] == 6 and mover or false end,
} ]]

for what, code in pairs {
  ["handicap"] = 'return m.handicap(steps, 1, 1)',
  ["pie over handicap"] = 'return m.pie(m.handicap(steps, 1, 1))',
} do
  test("a bot that reads vars, under " .. what, function()
    same_games(what, variant(STEPS .. code), "s.taken[me.seat] > state.taken[me.seat]",
      'state:part(move, "kind") == "pawn"')
  end)
end

-- What a bot says about a position after a swap: it plays the moves of a line, then looks.
local function told(spec, line, code)
  local teller = check.file(([[local line = { %s }
  return { choose = function(state, me)
    local played = state.ply or ({ [0] = 0, [-1] = 2 })[state._pie_first] or 1
    if played < #line then return line[played + 1] end
    local s = state %s
    error(table.concat(seen, " "), 0)
  end }]]):format(line:gsub("%S+", '"%0",'), code))
  return (lab.match(spec, { teller }, 1, 1)[1].reason:gsub("^%S+: ", ""))
end

test("everything that a bot asks for has the seats of the base game", function()
  local pie = variant 'return m.pie "games/mnk.lua"'
  local function says(code) return told(pie, "b2 swap", "local seen = { " .. code .. " }") end
  -- The player of seat 1 is to move, with the stones of seat 2.
  eq(says "me.seat, s:seat(), s.board[5], s:side_of(me.seat)", "2 2 1 2")
  eq(says "s:game():team(me.seat)[1], #s:game():team(1)", "2 1")
  eq(says "s:evaluate()[1] > s:evaluate()[2] and 1 or 2", "1")
  has(says "s:play(99)", "99 is not a legal move of seat 2")
  has(says "s:side_of(3)", "there is no seat 3: seats are 1 to 2")
  has(says "s:won 'x'", "number expected, got string")
  eq(says "s:play 'a1 b1 a2 b3':winners()[1], s:won(1) and 'won' or ''", "1 won")
  local search = [[select(2, lab.search.alphabeta(s, { depth = 1, evaluate = function(p, seat)
    assert(seat == 1 and p:seat() == 1)
    return { 1, 0 }
  end }))[1].value]]
  eq(says("(function() local lab = require 'boardlab' return " .. search .. " end)()"), "0.0")
end)

-- Who a player is does not change while its bot looks ahead, even where players swap; what the
-- player plays does.
test("a bot that looks past a swap", function()
  local pie = variant 'return m.pie "games/mnk.lua"'
  local line = "s:play 'swap'; local seen = { me.seat, s:seat(), s:side_of(1), s:side_of(2), "
  eq(told(pie, "b2", line .. "s:play 'a1 b1 a2 b3':winners()[1] }"), "2 1 2 1 2")
end)

test("scripts and hooks know seats by their players", function()
  local s = start(variant 'return m.pie "games/mnk.lua"', "b2")
  eq({ s:side_of(1), s:side_of(2) }, { 1, 2 })
  s:play "swap"
  eq({ s:seat(), s:side_of(1), s:side_of(2), s.board[5] }, { 1, 2, 1, 1 })
  eq(s:play "a1 b1 a2 b3":winners(), { 2 })
  raises("there is no seat 0", s.side_of, s, 0)
  eq(start("quoridor:players=4"):side_of(3), 3)
  local over = start(variant [[return lab.variant { base = m.pie "games/mnk.lua", vars = { n = 0 },
    after = function(s, _, seat) s.n = s:side_of(seat) end }]], "b2 swap a1")
  eq({ over.n, over.board[1] }, { 2, 2 })
end)

test("a swap that splits a team", function()
  local spec = variant [[return lab.variant { base = "dorix:players=4", vars = { ply = 0 },
    after = function(s) s.ply = s.ply + 1 if s.ply == 1 then s:swap(1, 2) end end }]]
  local seen = "local t = s:game():team(me.seat) local seen = { me.seat, s:owner 'a1', t[1], t[2] }"
  eq(told(spec, "a1", seen), "2 1 2 3", "seat 1, who plays 2, with seat 3")
end)

return check.done()

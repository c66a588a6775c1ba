-- What the hooks of games and variants are called with: the move in `outcome`, passes, the
-- parts of moves, drawings, teams; and the messages about files, moves and titles.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local positions = require "positions"
local test, eq, has, raises = check.test, check.eq, check.has, check.raises
local start = positions.start

local function file(text) return check.file('local lab = require "boardlab"\n' .. text) end

-- ---- the move in outcome ---------------------------------------------------

-- Three in a row, found from the move or by looking at the whole board.
local function line_game(outcome)
  return file([[return lab.rules {
    state = { board = lab.grid { columns = 4, rows = 4 } },
    moves = function(s) return s.board:empty() end,
    play = function(s, move, seat) s.board[move] = seat end,
    outcome = function(s, mover, options, move)
      assert(next(options) == nil)
      ]] .. outcome .. [[
      return s.board:full() and "draw" or nil
    end,
    text = function(s, move) return s.board:name(move) end }]])
end

test("outcome gets the move just played: looking only there is enough", function()
  local whole = line_game "if s.board:has_line(mover, 3) then return mover end"
  local there = line_game [[if move then
      if s.board:line(move, 3) then return mover end
    elseif s.board:has_line(mover, 3) then return mover end]]
  eq(lab.match(there, { "random" }, 3, 60), lab.match(whole, { "random" }, 3, 60))
  local row = "board=1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0 seat=2"
  eq(start(there):set(row):winners(), { 1 }, "no move is known in a position set up")
end)

test("outcome of a variant gets moves of the base game, extra moves and passes", function()
  local s = start(file [[return lab.variant { base = "quoridor:size=5", vars = { moved = 0 },
    extra = function() return { "wait" } end, play = function() end,
    allow = function(_, _, seat) return seat == 1 end,
    outcome = function(s, _, _, move)
      s.moved = move == lab.pass and 3 or move and (move < 1 << 30 and 1 or 2) or 4
    end }]])
  eq(s:after "c2".moved, 1)
  eq(s:after "wait".moved, 2)
  eq(s:after "c2":set("hand1=1").moved, 4, "set up")
  local passes = start(file [[return lab.variant { base = "quoridor:size=5", vars = { moved = 0 },
    allow = function() return false end,
    outcome = function(s, _, _, move) s.moved = move == lab.pass and 3 or 0 end }]])
  eq(passes:play "pass".moved, 3)
end)

-- ---- passes ----------------------------------------------------------------

test("a pass in lab.rules calls next_seat and outcome, but not play", function()
  local s = start(file [[return lab.rules { state = { played = 1, nexts = 1, ends = 1 },
    moves = function(_, seat) return seat == 1 and { 7 } or {} end,
    play = function(s, move) s.played = s.played + move end,
    next_seat = function(s, _, move) if move == lab.pass then s.nexts = s.nexts + 1 end end,
    outcome = function(s, _, _, move) if move == lab.pass then s.ends = s.ends + 1 end end }]])
  s:play "7 pass"
  eq({ s.played, s.nexts, s.ends, s:seat() }, { 7, 1, 1, 1 })
end)

test("a pass in a variant calls after, next_seat and outcome, but not play", function()
  local hooks = [[ vars = { afters = 0, nexts = 0, ends = 0 },
    after = function(s, move, seat, before)
      assert(before:seat() == seat)
      if move == lab.pass then s.afters = s.afters + 1 end
    end,
    next_seat = function(s, _, move) if move == lab.pass then s.nexts = s.nexts + 1 end end,
    outcome = function(s, _, _, move) if move == lab.pass then s.ends = s.ends + 1 end end } ]]
  local own = start(file([[return lab.variant { base = "quoridor:size=5",
    allow = function(_, _, seat) return seat == 1 end,]] .. hooks), "c2 pass")
  eq({ own.afters, own.nexts, own.ends, own:seat() }, { 1, 1, 1, 1 }, "its own pass")
  local inner = [[local inner = lab.rules { state = { n = 1 },
    moves = function(_, seat) return seat == 1 and { 7 } or {} end, play = function() end } ]]
  local base = start(file(inner .. "return lab.variant { base = inner," .. hooks), "7 pass")
  eq({ base.afters, base.nexts, base.ends, base:seat() }, { 1, 1, 1, 1 }, "one of its base")
end)

-- ---- parts of moves --------------------------------------------------------

local STEPS = [[local steps = lab.rules {
  state = { board = lab.grid { columns = 4, rows = 4, marks = ".XO" } },
  start = function(s) for c = 1, 4 do s.board[c], s.board[c + 12] = 1, 2 end end,
  moves = function(s, seat) return s.board:steps(seat, { { 0, seat == 1 and 1 or -1 } }) end,
  play = function(s, move, seat) s.board[move // 1024], s.board[move % 1024] = 0, seat end,
  outcome = function(s, mover)
    return s.board:count(mover, mover == 1 and "top" or "bottom") > 0 and mover or nil
  end,
  text = function(s, move) return s.board:name(move // 1024) .. s.board:name(move % 1024) end,
  describe = function(s, move)
    local to = move % 1024
    return { kind = s.board[to] == 0 and "step" or "capture", from = s.board:name(move // 1024),
      to = s.board:name(to) }
  end,
} ]]

test("describe gives moves of a game in Lua their parts", function()
  local s = start(file(STEPS .. "return steps"), "a1a2")
  eq(s:describe "b4b3", { kind = "step", from = "b4", to = "b3", text = "b4b3" })
  eq(s:part(s:move "c4c3", "to"), "c3")
  eq(s:parts(s:moves(), "from"), { "a4", "b4", "c4", "d4" })
  eq({ s:part(s:move "c4c3", "piece"), s:part(s:move "c4c3", "text") }, { nil, "c4c3" })
  raises("have no part 'too'; the parts are kind, from, to, at, piece, direction, text", s.part, s,
    s:moves()[1], "too")
  local over = start(file(STEPS .. 'return lab.variant { base = steps, vars = { n = 0 } }'))
  eq(over:part(over:moves()[1], "to"), "a2", "and those of its variants")
end)

test("describe in a variant: extra moves, and nil for the others", function()
  local s = start(file [[return lab.variant { base = "quoridor:size=5",
    extra = function() return { "dash", "rest" } end, play = function() end,
    describe = function(s, move)
      if move == "dash" then return { kind = "dash", to = s:pawn(1) } end
    end }]])
  eq(s:describe "dash", { kind = "dash", to = "c1", text = "dash" })
  eq(s:describe "rest", { kind = "extra", text = "rest" })
  eq(s:describe "c2", { kind = "pawn", to = "c2", text = "c2" })
end)

test("wrong descriptions are refused", function()
  for _, answer in ipairs { "{}", "5", '{ to = "a1" }', '{ kind = 3 }', '{ kind = "" }',
    '{ kind = "x", too = "a1" }', '{ kind = "x", "a1" }', '{ kind = "a\\nb" }',
    '{ kind = ("x"):rep(200) }' } do
    local s = start(file([[return lab.rules { moves = function() return { 1 } end,
      play = function() end, describe = function() return ]] .. answer .. " end }"))
    raises("'describe' must return nil, or a table with 'kind' and any of from, to, at, piece",
      s.describe, s, 1)
  end
end)

test("reports count the cells of described moves", function()
  local out = os.tmpname()
  os.remove(out)
  lab.simulate { game = file(STEPS .. "return steps"), games = 20, out = out, moves = true }
  local stats = lab.stats(out)
  check.ok(stats.cell.a2, "cells")
  check.ok(stats.kind.step.rate.value > 0.5 or stats.kind.step, "kinds")
  os.execute("rm -r " .. out)
end)

-- ---- drawings --------------------------------------------------------------

test("draw in a variant gets the base game's drawing; hidden vars are not drawn", function()
  local base = start "games/mnk.lua":draw()
  local plain = start(file [[return lab.variant { base = "games/mnk.lua",
    vars = { shown = 1, _hidden = 2 } }]])
  eq({ plain._hidden, plain:set("_hidden=5")._hidden }, { 2, 5 })
  eq(plain:draw(), (base:gsub("seat 1", "shown: 1\nseat 1")))
  local drawn = start(file [[return lab.variant { base = "games/mnk.lua",
    options = { limit = 7 }, vars = { left = 3 },
    draw = function(s, options, board)
      return board .. ("%d of %d left"):format(s.left, options.limit)
    end }]])
  eq(drawn:draw(), (base:gsub("seat 1", "3 of 7 left\nseat 1")))
  local wrong = start(file [[return lab.variant { base = "dorix", draw = function() end }]])
  raises("'draw' must return a string", wrong.draw, wrong)
end)

-- ---- teams -----------------------------------------------------------------

local function teams(code)
  return file([[return lab.rules { players = 4, state = { n = 1 },
    moves = function() return { 1, 2 } end, play = function(s, move) s.n = s.n + move end,
    outcome = function(s, mover) return s.n >= 9 and mover or nil end, teams = ]] .. code .. " }")
end

test("teams win together", function()
  local game = lab.game(teams "{ { 1, 3 }, { 2, 4 } }")
  eq({ game:sides(), game:team(3), game:team(4) }, { 2, { 1, 3 }, { 2, 4 } })
  eq(game:start():play "2 2 2 2 1":winners(), { 1, 3 })
  eq(lab.game(teams "function() return { { 2, 1, 4 }, { 3 } } end"):team(4), { 1, 2, 4 })
  for _, wrong in ipairs { "{}", "{ { 1, 2 }, { 3 } }", "{ { 1, 2 }, { 2, 3, 4 } }", "{ { 1, 5 } }",
    "{ { 1, 2, 3, 4 }, {} }", "{ 1, 2, 3, 4 }", "7", "{ { 1, 2, 3, 'x' } }" } do
    raises("'teams' must be a list of lists of seats, such as { { 1, 3 }, { 2, 4 } }, with each "
      .. "of the 4 seats in one of them", lab.game, teams(wrong))
  end
end)

-- ---- messages --------------------------------------------------------------

test("a base outside of the folder is refused by name", function()
  for _, path in ipairs { "../games/mnk.lua", "/etc/x.lua", "a/../../x.lua" } do
    raises(("'%s' is refused: a file can only use files in its own folder"):format(path), lab.game,
      file(('return lab.variant { base = "%s" }'):format(path)))
  end
end)

local EXTRAS = [[return lab.variant { name = "extras", base = "quoridor:size=5",
  extra = function() return { "zap", "c2" } end, play = function() end }]]

test("vars may be a function of the options", function()
  local spec = file [[return lab.variant { base = "tictacdoh",
    vars = function(o)
      local left = {}
      for seat = 1, o.players do left[seat] = 10 * seat end
      return { left = left }
    end,
    after = function(s, _, seat) s.left[seat] = s.left[seat] - 1 end }]]
  eq(start(spec):play "Lc3".left, { 9, 20 })
  eq(start(spec .. ":players=3").left, { 10, 20, 30 })
  raises("'vars' must be a table such as { captured = 0 }, or a function of the options that "
    .. "returns one", lab.game,
    file 'return lab.variant { base = "dorix", vars = function() return 7 end }')
end)

test("an unknown move's message names the extra moves", function()
  local s = start(file(EXTRAS))
  raises("'q9' is not a move: write a cell .* cells run from a1 to e5; extras also has zap c2",
    s.play, s, "q9")
end)

test("an extra move that is written like one of the base game is refused", function()
  local s = start(file(EXTRAS))
  raises("'c2' is both a move that extras adds and one of its base game: 'extra' must give it "
    .. "another name", s.play, s, "c2")
  eq(s:play "zap":seat(), 2)
  eq(s:play "c2":seat(), 1, "no move of the pawn there")
end)

test("a variant of a variant has its own title, even if it changes options only", function()
  local inner = file [[return lab.variant { name = "inner", title = "Inner", summary = "in",
    base = "quoridor:size=5", vars = { x = 0 }, about = "About inner." }]]
  local name = inner:match "[^/]+$"
  for _, vars in ipairs { "", ", vars = { y = 0 }" } do
    local about = lab.game(file(('return lab.variant { base = "%s:walls=2", title = "Outer", '
      .. 'summary = "out"%s }'):format(name, vars))):about()
    eq({ about.title, about.summary }, { "Outer", "out" }, vars)
  end
  has(lab.game(file(('return lab.variant { base = "%s:walls=2" }'):format(name))):about().rules,
    "About inner")
end)

test("a variant of a native game that only sets options has its own texts", function()
  local spec = file [[return lab.variant { base = "quoridor:size=5", title = "Small Quoridor",
    summary = "on 25 cells", about = "Everything is nearer." }]]
  local game = lab.game(spec)
  local about = game:about()
  eq({ about.title, about.summary, game:name() }, { "Small Quoridor", "on 25 cells", "quoridor" })
  check.has(about.rules, "Everything is nearer.\n\nOn your turn, move your pawn")
  eq(lab.game("quoridor:size=5"):about().title, "Quoridor (Mirko Marchesi)")
  local s = lab.game(spec):start():play "c2"
  eq(game:start():assign(s):pawn(1), "c2", "positions of two such games")
  eq(lab.game "quoridor:size=5":start():assign(s):pawn(1), "c2")
  local plain = lab.game(file [[return lab.variant { base = "quoridor:size=5" }]]):about()
  eq(plain.rules, lab.game "quoridor":about().rules)
end)

-- ---- depends on parts that describe gives ------------------------------------

-- The same rule by the parts of a move, asked of the position or named in `depends`.
local function by_parts(base, names, rule)
  local asks, list = {}, {}
  for i, name in ipairs(names) do
    asks[i], list[i] = ("s:part(move, %q)"):format(name), ("%q"):format(name)
  end
  local function variant(allow)
    return file(("local function rule(%s) return %s end\nreturn lab.variant { base = %q, %s }")
      :format(table.concat(names, ", "), rule, base:match "[^/]*$", allow))
  end
  local asked = variant(("allow = function(s, move) return rule(%s) end")
    :format(table.concat(asks, ", ")))
  local named = variant(("depends = { %s }, allow = function(...) return rule(...) end")
    :format(table.concat(list, ", ")))
  eq(lab.match(named, { "random" }, 3, 30), lab.match(asked, { "random" }, 3, 30))
  eq(positions.texts(start(named)), positions.texts(start(asked)))
  return named
end

test("depends names parts that the base's describe returns", function()
  local base = file [[return lab.rules { state = { board = lab.grid { columns = 5, rows = 5 } },
    moves = function(s) return s.board:empty() end,
    play = function(s, move, seat) s.board[move] = seat end,
    outcome = function(s, mover) return s.board:has_line(mover, 3) and mover or nil end,
    text = function(s, move) return s.board:name(move) end,
    describe = function(s, move)
      local row = s.board:row(move)
      if row == 1 then return nil end
      return { kind = row % 2 == 0 and "even" or "odd", to = s.board:name(move),
        piece = row == 3 and "centre" or nil }
    end }]]
  by_parts(base, { "kind" }, 'kind ~= "odd"')
  by_parts(base, { "to", "piece" }, 'piece == "centre" or to == nil or to:match "[ac]"')
  by_parts(base, { "kind", "piece" }, 'kind == "move" or kind == "even" and piece == nil')
  raises("did you mean 'piece'", lab.game, file(([[return lab.variant { base = %q,
    depends = { "peice" }, allow = function() end }]]):format(base:match "[^/]*$")))
end)

test("depends names parts of a native game that a layer describes", function()
  local base = file [[return lab.variant { base = "dorix:size=3",
    describe = function(s, move)
      if s:part(move, "to") == "b2" then return { kind = "middle", to = "b2" } end
    end }]]
  by_parts(base, { "kind", "to" }, 'kind ~= "middle"')
  by_parts(base, { "receivers" }, "receivers == nil or #receivers < 2")
end)

test("depends with more texts than are remembered", function()
  local base = file [[return lab.rules { state = { n = 1 },
    moves = function(s) local t = {} for i = 1, 400 do t[i] = s.n * 400 + i end return t end,
    play = function(s) s.n = s.n + 1 end,
    outcome = function(s) return s.n == 12 and "draw" or nil end,
    describe = function(_, move) return { kind = "move", to = "m" .. move } end }]]
  by_parts(base, { "to" }, '(tonumber(to:sub(2)) or 0) % 3 == 0')
end)

return check.done()

-- Solving from a script: lab.solve.
package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local lab = require "boardlab"
local check = require "check"
local test, eq, ok, raises = check.test, check.eq, check.ok, check.raises

test("the result of a solved game has moves and a line", function()
  local r = lab.solve "quoridor:size=3,walls=0"
  eq(r.value, "loss")
  eq(r.winner, 2)
  eq(r.plies, 4)
  eq(r.endless, false)
  eq(r.line, { "c1", "b2", "c2", "b1" })
  eq(#r.moves, 3)
  eq(r.moves[1], { move = "c1", value = "loss", plies = 4 })
  eq(r.moves[3], { move = "b2", value = "loss", plies = 2 })
end)

test("a draw has no winner and no plies", function()
  local r = lab.solve(lab.game("tictacdoh", { small = 1, medium = 1, large = 1 }))
  eq(r.value, "draw")
  eq(r.winner, nil)
  eq(r.plies, nil)
  eq(r.positions, 14)
  eq(#r.line, 3)
  eq(lab.solve("dorix:size=3,pawns=2").endless, true)
end)

test("Lua games and edited positions can be solved", function()
  eq(lab.solve("games/nim.lua:heaps=3,tokens=1").winner, 2)
  local r = lab.solve("games/nim.lua:heaps=3,tokens=1", { play = "3-1" })
  eq(r.winner, 2)
  eq(r.value, "win")
  eq(lab.solve("quoridor:size=3,walls=0", { set = "pawn1=a2 pawn2=c2" }).plies, 1)
  eq(lab.solve("quoridor:size=4,walls=1", { quick = true }).winner, 1)
end)

test("a win that can be forced within a number of plies", function()
  local spec = "quoridor:size=3,walls=1"
  local r = lab.solve(spec, { within = 8 })
  eq(r.value, "loss")
  eq(r.winner, 2)
  eq(r.plies, 8)
  ok(r.positions > 0 and not r.moves)
  eq(#r.line, 8)
  local s = lab.game(spec):start():play(table.concat(r.line, " "))
  eq(s:winners(), { 2 })
  r = lab.solve(spec, { within = 7 })
  eq(r.value, "open")
  eq(r.winner, nil)
  raises("'within' must be from 1 to 127", lab.solve, "quoridor", { within = 128 })
  raises("leave out 'quick'", lab.solve, "quoridor", { within = 5, quick = true })
  local r2, message = lab.solve("quoridor", { within = 9, memory = 1 })
  eq(r2, nil)
  ok(message:find "does not fit into 1 MB")
end)

test("`plain` does not merge symmetric positions", function()
  local spec = "tictacdoh:small=1,medium=1,large=1"
  eq(lab.solve(spec, { plain = true }).positions, 56)
  ok(lab.solve(spec).positions < 56)
end)

test("failing rules are reported", function()
  local head = 'return require "boardlab".rules { moves = function() return { 1, 2 } end, '
  local boom = check.file(head .. 'state = { n = 1 }, play = function(s, m) s.n = m end, ' ..
    'text = function(_, m) if m == 2 then error "boom" end return "m" .. m end, ' ..
    'outcome = function(s) return s.n end }')
  local r, message = lab.solve(boom)
  eq(r, nil)
  ok(message:find "boom", message)
end)

test("a game that cannot be solved gives nil and a message", function()
  local r, message = lab.solve("tictacdoh", { memory = 1 })
  eq(r, nil)
  check.ok(message:find "does not fit into 1 MB", message)
  r, message = lab.solve "tictacdoh:players=3"
  eq(r, nil)
  check.ok(message:find "3 sides", message)
end)

test("wrong arguments raise", function()
  raises("game expected", lab.solve)
  raises("memory", lab.solve, "tictacdoh", { memroy = 1 })
  raises("memory", lab.solve, "tictacdoh", { memory = 0 })
  raises("'quick' must be true or false", lab.solve, "tictacdoh", { quick = 1 })
  raises("is not legal", lab.solve, "tictacdoh", { play = "Sa1" })
  raises("the game is over", lab.solve, "tictacdoh", { set = "c3=S c4=S c5=S" })
end)

-- Compares a solution with that without merging symmetric positions, which visits `plain`
-- positions.
local function compare_with_plain(spec, positions, plain)
  local merged, all = lab.solve(spec), lab.solve(spec, { plain = true })
  eq({ merged.positions, all.positions }, { positions, plain }, spec)
  eq({ merged.value, merged.winner, merged.plies }, { all.value, all.winner, all.plies }, spec)
  eq(merged.moves, all.moves, spec)
end

test("symmetries that a Lua game declares for its grid are merged", function()
  compare_with_plain("games/mnk.lua", 588, 4290)
  compare_with_plain("games/mnk.lua:m=5,n=2,k=2", 33, 107)
  compare_with_plain("games/connect_four.lua:columns=4,rows=3,connect=3", 1522, 3032)
  compare_with_plain("games/connect_four.lua:columns=3,rows=4", 2553, 5021)
end)

local TWO_GRIDS = [[
local lab = require "boardlab"
-- Each seat has its own grid and a number in each position says who has fewer cells.
return lab.rules {
  state = { mine = lab.grid { columns = 3, rows = 2, symmetries = %s },
    theirs = lab.grid { columns = 3, rows = 2, symmetries = %s }, last = 1 },
  moves = function(s) return s.mine:empty() end,
  play = function(s, move, seat)
    s.mine[move] = 1
    if seat == 2 then s.theirs[move] = 1 end
    s.last = %s
  end,
  outcome = function(s, mover)
    if s.theirs:has_line(1, 2) then return mover end
    return s.mine:full() and "draw" or nil
  end,
}]]

test("a symmetry applies to all grids of a position", function()
  local file = check.file(TWO_GRIDS:format("'all'", "'all'", "0"))
  local merged, all = lab.solve(file), lab.solve(file, { plain = true })
  eq({ merged.value, merged.plies, merged.moves }, { all.value, all.plies, all.moves })
  ok(merged.positions < all.positions / 2)
  raises("the grids declare different symmetries", lab.game,
    check.file(TWO_GRIDS:format("'all'", "'turn'", "0")))
  raises("the grids declare different symmetries", lab.game,
    check.file(TWO_GRIDS:format("'all'", "nil", "0")))
  raises("a grid of a variant can declare symmetries only if", lab.game, check.file [[
local lab = require "boardlab"
return lab.variant { base = "dorix",
  vars = { seen = lab.grid { columns = 4, rows = 4, symmetries = "turn" } } }]])
end)

-- A variant of mnk in which the middle is forbidden for the first two plies.
local MIDDLE = [[
local lab = require "boardlab"
local inner = lab.variant { base = "games/mnk.lua", %s vars = { ply = 0 },
  after = function(s) s.ply = math.min(s.ply + 1, 2) end,
  allow = function(s, move) return s.ply == 2 or move ~= 5 end }
return %s]]

test("a variant keeps the symmetries of a game in Lua", function()
  local outer = [[lab.variant { base = inner, symmetries = true,
    vars = { seen = lab.grid { columns = 3, rows = 3, symmetries = "all" } },
    after = function(s, move) s.seen[move] = 1 end }]]
  for _, text in ipairs { "inner", outer } do
    local file = check.file(MIDDLE:format("symmetries = true,", text))
    local merged, all = lab.solve(file), lab.solve(file, { plain = true })
    eq({ merged.value, merged.plies, merged.moves }, { all.value, all.plies, all.moves })
    ok(merged.positions < all.positions / 5, merged.positions)
  end
  local without = check.file(MIDDLE:format("", "inner"))
  eq(lab.solve(without).positions, lab.solve(without, { plain = true }).positions)
end)

test("a variant that does not keep them, or cannot, is refused", function()
  local false_claim = [[local lab = require "boardlab"
    return lab.variant { base = "games/mnk.lua", symmetries = true,
      allow = function(_, move) return move ~= 1 end }]]
  check.has(select(2, lab.solve(check.file(false_claim))), "is not symmetric under")
  raises("keeps the symmetries that the base game declares, but dorix declares none", lab.game,
    check.file 'return require "boardlab".variant { base = "dorix", symmetries = true }')
  raises("'symmetries' must be true or false", lab.game,
    check.file 'return require "boardlab".variant { base = "dorix", symmetries = "all" }')
  raises("but variant declares none", lab.game,
    check.file(MIDDLE:format("", "lab.variant { base = inner, symmetries = true }")))
  raises("the grids declare different symmetries", lab.game, check.file [[
    return require "boardlab".variant { base = "games/mnk.lua", symmetries = true,
      vars = { seen = require "boardlab".grid { columns = 3, rows = 3, symmetries = "turn" } } }]])
end)

-- Returns what a command prints about a file.
local function printed(command, text, flags)
  local file = check.file(text)
  local pipe <close> = io.popen(("'%s' %s '%s' %s 2>&1"):format(arg[1], command, file, flags))
  return pipe:read "a"
end

local function checked(text)
  return printed("check", text, "--games 20")
end

local FALLING = [[
local lab = require "boardlab"
return lab.rules {
  state = { board = lab.grid { columns = 4, rows = 4, symmetries = { "left-right", "up-down" } } },
  moves = function(s) return s.board:open_columns() end,
  play = function(s, column, seat) s.board:drop(column, seat) end,
  outcome = function(s, mover) return s.board:has_line(mover, 3) and mover or nil end,
}]]

local FIXED_PIECE = [[
local lab = require "boardlab"
return lab.rules {
  state = { board = lab.grid { columns = 3, rows = 3, symmetries = "left-right" } },
  start = function(s) s.board[1] = 1 end,
  moves = function(s) return { s.board[1] == 1 and 2 or error "no piece on a1" } end,
  play = function(s) s.board[9] = s.board[9] + 1 end,
  outcome = function(s, mover) return s.board[9] == 5 and mover or nil end,
}]]

test("a false declaration of symmetries is found", function()
  check.has(checked(TWO_GRIDS:format("'all'", "'all'", "0")), "no problems")
  check.has(checked(TWO_GRIDS:format("'all'", "'all'", "move")),
    "is not symmetric under '[%w-]+': a position and its image have moves")
  local falling = checked(FALLING)
  check.has(falling, "is not symmetric under 'up-down': a position and its image " ..
    "have 4 and 3 legal moves; the position is the one after ")
  check.has(falling, "declare only `symmetries` under which the rules treat all positions alike")
  check.has(checked(FIXED_PIECE), "under 'left%-right': the rules fail for the image of " ..
    "a position: .*:5: no piece on a1; the position is the one after the start")
end)

-- Only the moves that complete a line from a1 tell a position from its images.
local CORNER = [[
local lab = require "boardlab"
return lab.rules {
  state = { board = lab.grid { columns = 3, rows = 3, symmetries = "all" } },
  moves = function(s) return s.board:empty() end,
  play = function(s, move, seat) s.board[move] = seat end,
  outcome = function(s, mover)
    local b = s.board
    local corner = b[1] == mover and (b[2] == mover or b[3] == mover)
    if corner and b:count(mover) == 3 then return mover end
    return b:count(0) <= 3 and "draw" or nil
  end,
}]]

-- Solving must refuse a rule file whose symmetries are false, unless it does without them.
local function refuses(text, message)
  local file = check.file(text)
  for _, options in ipairs { {}, { quick = true }, { within = 3 }, { play = "2" } } do
    local r, why = lab.solve(file, options)
    eq(r, nil)
    check.has(why, "^%S+ is not symmetric under '[%w-]+': " .. message)
    check.has(why, "; boardlab check says more, and plain = true solves without symmetries$")
  end
  raises("is not symmetric under", lab.simulate, { game = file, bots = "perfect", games = 1 })
  return lab.solve(file, { plain = true })
end

test("a game whose symmetries are false is not solved with them", function()
  check.has(printed("solve", CORNER, "--quiet"),
    "^boardlab: %S+ is not symmetric under .*; boardlab check says more, and %-%-plain solves")
  check.has(printed("solve", CORNER, "--quiet --plain"), "seat 1 wins in 5 plies")
  local corner = refuses(CORNER, "a position and its image have moves that lead to different")
  eq({ corner.value, corner.plies, #corner.moves }, { "win", 5, 9 })
  local moves = corner.moves
  eq({ moves[1].value, moves[2].value, moves[9].value }, { "win", "draw", "loss" })
  local fixed = refuses(FIXED_PIECE, "the rules fail for the image of a position: .*no piece on a1")
  eq({ fixed.value, fixed.plies }, { "win", 5 })
  ok(refuses(FALLING, "a position and its image have %d and %d legal moves"))
  ok(refuses(TWO_GRIDS:format("'all'", "'all'", "move"), "a position and its image have moves"))
end)

test("rules that fail while symmetries are looked at fail by themselves", function()
  local failing = CORNER:gsub("local b = s.board", "%0 if b[5] ~= 0 then error 'boom' end")
  local r, why = lab.solve(check.file(failing))
  eq(r, nil)
  check.has(why, "boom")
  ok(not why:find "symmetric", why)
end)

return check.done()

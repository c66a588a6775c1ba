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
  local r = lab.solve("quoridor:size=3", { within = 8 })
  eq(r.value, "loss")
  eq(r.winner, 2)
  eq(r.plies, 8)
  ok(r.positions > 0 and not r.moves)
  eq(#r.line, 8)
  local s = lab.game "quoridor:size=3":start():play(table.concat(r.line, " "))
  eq(s:winners(), { 2 })
  r = lab.solve("quoridor:size=3", { within = 7 })
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
  raises("the grids of a variant cannot declare symmetries", lab.game, check.file [[
local lab = require "boardlab"
return lab.variant { base = "dorix",
  vars = { seen = lab.grid { columns = 4, rows = 4, symmetries = "turn" } } }]])
end)

-- Returns what `boardlab check` prints about a file.
local function checked(text)
  local file = check.file(text)
  local pipe <close> = io.popen(("'%s' check '%s' --games 20 2>&1"):format(arg[1], file))
  return pipe:read "a"
end

test("a false declaration of symmetries is found", function()
  check.has(checked(TWO_GRIDS:format("'all'", "'all'", "0")), "no problems")
  check.has(checked(TWO_GRIDS:format("'all'", "'all'", "move")), "its image by '[%w-]+' have moves")
  local falling = checked [[
local lab = require "boardlab"
return lab.rules {
  state = { board = lab.grid { columns = 4, rows = 4, symmetries = { "left-right", "up-down" } } },
  moves = function(s) return s.board:open_columns() end,
  play = function(s, column, seat) s.board:drop(column, seat) end,
  outcome = function(s, mover) return s.board:has_line(mover, 3) and mover or nil end,
}]]
  check.has(falling, "a position and its image by 'up-down' have 4 and 3 legal moves; in ")
  check.has(falling, "declare only `symmetries` under which the rules treat all positions alike")
  check.has(checked [[
local lab = require "boardlab"
return lab.rules {
  state = { board = lab.grid { columns = 3, rows = 3, symmetries = "left-right" } },
  start = function(s) s.board[1] = 1 end,
  moves = function(s) return { s.board[1] == 1 and 2 or error "no piece on a1" } end,
  play = function(s) s.board[9] = s.board[9] + 1 end,
  outcome = function(s, mover) return s.board[9] == 5 and mover or nil end,
}]], "the image of a position by 'left%-right': .*:5: no piece on a1; in .* after the start")
end)

return check.done()

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

return check.done()

-- Pictures of positions: the hook `scene` of games and variants, and s:scene().

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local positions = require "positions"
local test, eq, raises = check.test, check.eq, check.raises
local start = positions.start

local function file(text) return check.file('local lab = require "boardlab"\n' .. text) end

-- A game on a grid with the given keys of lab.grid, and a `scene` that returns the given table.
local function game(scene, grid)
  return file(([[return lab.rules {
    state = { board = lab.grid { columns = 3, rows = 2, %s }, n = 1 },
    moves = function(s) return s.board:empty() end,
    play = function(s, move, seat) s.board[move] = seat end,
    outcome = function(s) return s.board:full() and "draw" or nil end,
    scene = function(s, options) return %s end }]]):format(grid or "", scene))
end

local function variant(base, scene)
  return file(([[return lab.variant { base = %q, vars = { n = 3, _m = 4 },
    scene = function(s, options, scene) %s end }]]):format(base, scene))
end

local function scene_of(spec, line)
  local s = start(spec)
  return (line and s:play(line) or s):scene()
end

local UP, DOWN = "seat 1: goes up", "seat 2: goes down"

-- The pieces as in "a1:1 disc 3 X".
local function pieces(scene)
  local list = {}
  for i, p in ipairs(scene.pieces) do
    list[i] = ("%s:%s %s %d %s"):format(p.at, p.seat or "-", p.shape, p.size, p.label or "")
  end
  return table.concat(list, ", ")
end

test("a native game has a scene", function()
  local scene = scene_of("quoridor:size=5", "c2 c4 b2h")
  eq(pieces(scene), "c2:1 disc 3 , c4:2 disc 3 ")
  eq(scene.walls, { { at = "b2", vertical = false, length = 2 } })
  eq({ scene.columns, scene.rows, scene.down, scene.hex }, { 5, 5, false, false })
  eq(scene.notes, { UP, DOWN })
  eq(scene.hands, {
    { seat = 1, size = 3, shape = "wall", count = 2, group = "walls" },
    { seat = 2, size = 3, shape = "wall", count = 3, group = "walls" },
  })
  eq({ scene.shaded, scene.highlights, scene.marks }, { {}, {}, {} })
  eq(scene.edges, { { side = "top", seat = 1 }, { side = "bottom", seat = 2 } })
  eq(scene_of("quoridor:size=5,goal=cell").marks,
    { { at = "a5", seat = 1, label = "⚑" }, { at = "e1", seat = 2, label = "⚑" } })
end)

test("a grid is a board: its values are the pieces of the seats", function()
  local scene = scene_of(game "{ board = s.board }", "1 6")
  eq(pieces(scene), "a1:1 disc 3 , c2:2 disc 3 ")
  eq({ scene.columns, scene.rows, scene.down, scene.hex }, { 3, 2, false, false })
  scene = scene_of(game("{ board = s.board }", 'marks = ".X☆#", down = true'), "1 6")
  eq(pieces(scene), "a1:1 disc 3 X, c2:2 disc 3 ☆")
  eq(scene.down, true)
  eq(scene_of(game("{ board = s.board }", "hex = true")).hex, true)
  local s = start(game("{ board = s.board }", 'marks = ".XO#"'))
  s:set("board", "3,4,-7,123456,0,0")
  eq(pieces(s:scene()), "a1:- disc 3 #, b1:- disc 3 4, c1:- disc 3 -7, a2:- disc 3 123456")
end)

test("values say what pieces look like", function()
  local looks = [[{ board = s.board, values = { { seat = 2, shape = "ring", size = 1, label = "k" },
    false } }]]
  eq(pieces(scene_of(game(looks), "1 2 3")), "a1:2 ring 1 k, c1:2 ring 1 k")
end)

test("a scene without a grid", function()
  local scene = scene_of(game [[{ columns = 26, rows = 2, hex = true,
    pieces = { { at = "z2", shape = "square" }, { at = "z2", seat = 2, size = 2, label = "♔" } },
    shaded = { "a1", "b1" }, highlights = { "b2" },
    walls = { { at = "a1", vertical = true }, { at = "a1", length = 3 } },
    marks = { { at = "c1", label = "⚑" }, { at = "c1", seat = 2 } },
    edges = { { side = "left", seat = 1 }, { side = "bottom", seat = 2 } },
    hands = { { seat = 1, label = "7" }, { seat = 2, count = 0 },
      { shape = "square", size = 2, count = 12 } },
    notes = { "seat 1: 3 cards", "" } }]])
  eq(pieces(scene), "z2:- square 3 , z2:2 disc 2 ♔")
  eq({ scene.shaded, scene.highlights }, { { "a1", "b1" }, { "b2" } })
  eq(scene.walls, { { at = "a1", vertical = true, length = 2 },
    { at = "a1", vertical = false, length = 3 } })
  eq(scene.marks, { { at = "c1", label = "⚑" }, { at = "c1", seat = 2 } })
  eq(scene.edges, { { side = "left", seat = 1 }, { side = "bottom", seat = 2 } })
  eq(scene.hands, { { seat = 1, label = "7", shape = "disc", size = 3, count = 1 },
    { shape = "square", size = 2, count = 12 } })
  eq(scene.notes, { "seat 1: 3 cards", "" })
  eq({ scene.columns, scene.rows, scene.hex }, { 26, 2, true })
end)

-- A game without a scene.
local function bare_game()
  return file [[return lab.rules { state = { left = 3 }, moves = function() return { 1 } end,
    play = function(s) s.left = s.left - 1 end,
    outcome = function(s) return s.left == 0 and "draw" or nil end }]]
end

test("games without a scene", function()
  eq(start(bare_game()):scene(), nil)
  eq(start(file(([[return lab.variant { base = %q, vars = { x = 0 } }]])
    :format(bare_game():match "[^/]+$"))):scene(), nil)
end)

test("what a scene must be", function()
  local function refuses(scene, why) raises(why, scene_of, game(scene)) end
  refuses("nil", ":7: in 'scene': it must return a table such as { board = s.board }, not nil")
  refuses("7", "not a number")
  refuses("{}", "a scene needs 'board', a grid such as s.board, or 'columns' and 'rows'")
  refuses("{ columns = 3 }", "or 'columns' and 'rows'")
  refuses("{ columns = 0, rows = 1 }", "'columns' must be from 1 to 26, not 0")
  refuses("{ columns = 3, rows = 27 }", "'rows' must be from 1 to 26, not 27")
  refuses("{ columns = 0/0, rows = 1 }", "'columns' must be an integer")
  refuses("{ board = 'board' }",
    "'board' must be a grid of the position, such as s.board, not a string")
  refuses("{ board = s.board, peaces = {} }", "did you mean 'pieces'")
  refuses("{ board = s.board, hex = 1 }", "'hex'")
  refuses("{ board = s.board, columns = 3 }", "'columns' cannot be set: the 'board' has its own")
  refuses("{ columns = 3, rows = 3, values = {} }", "'values' needs a 'board'")
  refuses("{ board = s.board, pieces = 3 }", "'pieces' must be a list, not a number")
  refuses("{ board = s.board, pieces = { 'a1' } }",
    "a list of tables such as { at = \"b2\", seat = 1 }")
  refuses("{ board = s.board, pieces = { {} } }",
    "'at' takes the names of cells, such as \"b2\", not a nil")
  refuses("{ board = s.board, pieces = { { at = 'd1' } } }",
    "names of cells from a1 to c2, not 'd1'")
  refuses("{ board = s.board, pieces = { { at = 'a1', seat = 3 } } }",
    "'seat' must be from 1 to 2, not 3")
  refuses("{ board = s.board, pieces = { { at = 'a1', size = 4 } } }",
    "'size' must be from 1 to 3, not 4")
  refuses("{ board = s.board, pieces = { { at = 'a1', shape = 'cube' } } }",
    "'shape' must be \"disc\", \"ring\" or \"square\"")
  refuses("{ board = s.board, pieces = { { at = 'a1', shape = 1 } } }", "'shape' must be")
  refuses("{ board = s.board, pieces = { { at = 'a1', label = ('x'):rep(32) } } }",
    "'label' must be a string")
  refuses("{ board = s.board, pieces = { { at = 'a1', label = '\\27' } } }",
    "'label' must be a string")
  refuses("{ board = s.board, pieces = { { at = 'a1', colour = 'red' } } }", "colour")
  refuses("{ board = s.board, shaded = { 5 } }",
    "'shaded' takes the names of cells, such as \"b2\", not a number")
  refuses("{ board = s.board, highlights = { 'a9' } }",
    "'highlights' takes the names of cells from a1 to c2")
  refuses("{ board = s.board, walls = { { at = 'c1' } } }",
    "one of length 2 cannot begin so far right")
  refuses("{ board = s.board, walls = { { at = 'a2', vertical = true } } }",
    "cannot begin so far up")
  refuses("{ board = s.board, walls = { { at = 'a1', length = 0 } } }", "length")
  refuses("{ board = s.board, walls = { 'a1' } }", "'walls' must be a list of tables")
  refuses("{ board = s.board, marks = { 'a1' } }", "'marks' must be a list of tables")
  refuses("{ board = s.board, marks = { { at = 'd1' } } }", "cells from a1 to c2, not 'd1'")
  refuses("{ board = s.board, marks = { { at = 'a1', seat = 3 } } }", "'seat' must be from 1 to 2")
  refuses("{ board = s.board, marks = { { at = 'a1', label = ('x'):rep(32) } } }",
    "'label' must be")
  refuses("{ board = s.board, marks = { { at = 'a1', size = 1 } } }", "a mark has no 'size'")
  refuses("{ board = s.board, edges = { 'top' } }",
    "'edges' must be a list of tables such as { side = \"top\", seat = 1 }, but contains a string")
  refuses("{ board = s.board, edges = { { seat = 1 } } }",
    "'side' must be \"bottom\", \"top\", \"left\" or \"right\"")
  refuses("{ board = s.board, edges = { { side = 'north', seat = 1 } } }", "'side' must be")
  refuses("{ board = s.board, edges = { { side = 'top', seat = 0 } } }", "'seat' must be from 1")
  refuses("{ board = s.board, edges = { { side = 'top' } } }", "an edge needs a 'seat'")
  refuses("{ board = s.board, hands = { 7 } }", "'hands' must be a list of tables such as")
  refuses("{ board = s.board, hands = { { count = -1 } } }",
    ":7: in 'scene': 'count' must be from 0 to 9999, not -1")
  refuses("{ board = s.board, hands = { { count = 1.5 } } }", "'count' must be an integer")
  refuses("{ board = s.board, hands = { { at = 'a1' } } }", "at")
  refuses("{ board = s.board, notes = { 3 } }", "'notes' must be a list of strings")
  refuses("{ board = s.board, notes = { ('x'):rep(80) } }", "at most 79 bytes")
  refuses("{ board = s.board, notes = { 'a\\nb' } }", "printable characters")
  refuses("(function() s.board[1] = 1 return { board = s.board } end)()", "read-only here")
  local many = "(function() local t = {} for i = 1, %d do t[i] = %s end return t end)()"
  refuses(("{ board = s.board, pieces = %s }"):format(many:format(1025, "{ at = 'a1' }")),
    "'pieces' has 1025 elements; a scene has room for 1024")
  raises("'values' takes a table such as", scene_of,
    game "{ board = s.board, values = { 7 } }", "1")
  raises("'scene' must be a function", lab.game,
    file "return lab.rules { moves = function() end, play = function() end, scene = 3 }")
end)

test("a variant has the scene of its base, and a note for each var", function()
  local scene = scene_of(file [[return lab.variant { base = "quoridor:size=5",
    vars = { n = 3, _m = 4, list = { 1, 2 } } }]], "c2")
  eq(pieces(scene), "c2:1 disc 3 , c5:2 disc 3 ")
  eq(scene.notes, { UP, DOWN, "list: 1 2", "n: 3" })
  scene = scene_of(file [[return require "modifiers".pie "games/mnk.lua"]], "b2 swap")
  eq(pieces(scene), "b2:1 disc 3 X", "colours stay when players swap")
  check.has(table.concat(scene.notes, ";"), "seat 2 has swapped: it plays the side of seat 1")
end)

test("a variant adds to its base's picture, or changes it", function()
  local scene = scene_of(variant("quoridor:size=5", [[
    scene.highlights = { "c3" }
    scene.pieces[3] = { at = "c3", shape = "square", size = 1 }
    scene.notes[#scene.notes + 1] = "n is " .. s.n
    return scene]]))
  eq(pieces(scene), "c1:1 disc 3 , c5:2 disc 3 , c3:- square 1 ")
  eq(scene.highlights, { "c3" })
  eq(scene.notes, { UP, DOWN, "n: 3", "n is 3" })
  eq(pieces(scene_of(variant("games/mnk.lua", "return { board = s.board, values = { false } }"),
    "a1 b1")), "b1:2 disc 3 O")
  eq(scene_of(variant("quoridor:size=5", "")), scene_of(variant("quoridor:size=5", "return scene")),
    "nil is the base's")
  raises("or nil for the base game's, not a boolean", scene_of,
    variant("quoridor:size=5", "return true"))
  raises("not nil", scene_of, variant(bare_game():match "[^/]+$", ""))
  local bare = "assert(scene == nil) return { columns = 1, rows = 1 }"
  eq(scene_of(variant(bare_game():match "[^/]+$", bare)).rows, 1)
  scene = scene_of(variant("quoridor:size=5", [[
    scene.edges[3] = { side = "left", seat = 1 }
    scene.marks = { { at = "c3", label = "x" } }
    scene.hands = { { seat = 2, count = 4 } }
    return scene]]))
  eq({ #scene.edges, scene.marks[1].at, scene.hands[1].count }, { 3, "c3", 4 })
end)

test("a variant of a variant builds on its scene", function()
  local inner = variant("quoridor:size=5", "scene.highlights = { 'a1' } return scene")
  local outer = file(([[return lab.variant { base = %q, vars = { x = 1 },
    scene = function(_, _, scene) scene.highlights[2] = "b1" return scene end }]])
    :format(inner:match "[^/]+$"))
  local scene = scene_of(outer)
  eq(scene.highlights, { "a1", "b1" })
  eq(scene.notes[4], "x: 1")
end)

test("long lines and many of them are cut", function()
  local scene = scene_of(file [[return lab.variant { base = "quoridor:size=5",
    draw = function() return ("é"):rep(60) .. "\n" .. ("line\n "):rep(50) end }]])
  eq(#scene.notes, 40)
  eq(scene.notes[3], ("é"):rep(39))
end)

test("every included game with a scene keeps to the rules of scenes", function()
  for _, spec in ipairs { "games/mnk.lua", "games/mnk.lua:m=26,n=26,k=26", "games/hex.lua:size=4",
    "games/nim.lua:heaps=9,tokens=10", "games/connect_four.lua", "games/reversi.lua",
    "games/breakthrough.lua", "games/kalah.lua:houses=12", "games/dice_race.lua:length=30,pawns=4",
    "games/cant_stop.lua", "games/onitama.lua", "games/morris.lua", "games/abalone.lua" } do
    local s = start(spec):playout(lab.rng(3))
    local scene = s:scene()
    check.ok(scene and scene.columns > 0, spec)
  end
  eq(scene_of("games/mnk.lua", "a1 a2 b1 b2 c1").highlights, { "a1", "b1", "c1" })
  eq(scene_of("games/mnk.lua", "a1 a2 b1 b2").highlights, {})
  local nim = scene_of("games/nim.lua", "3-1 1-2")
  eq({ nim.columns, nim.rows, nim.down, #nim.pieces }, { 1, 3, true, 9 })
end)

test("winners are highlighted", function()
  eq(scene_of("games/connect_four.lua", "a b a b a b a").highlights, { "a1", "a2", "a3", "a4" })
  eq(scene_of("games/breakthrough.lua:columns=2,rows=4", "a2xb3 a4xb3").highlights, {})
  eq(scene_of("games/breakthrough.lua:columns=2,rows=4", "a2xb3 a3xb2 b3xa4").highlights, { "a4" })
  -- A dead end at a3 is no part of the chain.
  eq(scene_of("games/hex.lua:size=3,swap=false", "b1 c1 a2 c2 a3").highlights, { "a3", "a2", "b1" })
  eq(scene_of("games/hex.lua:size=3,swap=false", "b1 c1 a2 c2").highlights, {})
  eq(scene_of("games/hex.lua:size=3,swap=false", "a1 a2 c1 b2 c3 c2").highlights,
    { "c2", "b2", "a2" })
end)

test("games with cards, dice and seeds show them", function()
  local kalah = scene_of("games/kalah.lua:houses=2,seeds=1", "b")
  eq(pieces(kalah), "b1:- disc 3 1, d2:1 square 3 1, c3:- disc 3 1, b3:- disc 3 1, a2:2 square 3 0")
  eq({ kalah.columns, kalah.rows, kalah.coordinates }, { 4, 3, false })
  eq(kalah.absent, { "b2", "c2", "d1", "d3", "a1", "a3" })
  local badges = {}
  for i, mark in ipairs(kalah.marks) do
    badges[i] = ("%s:%s%s"):format(mark.at, mark.label, mark.seat or "")
  end
  eq(table.concat(badges, " "), "b1:a c1:b c3:A b3:B", "what the moves are called, no more")
  check.ok(kalah.notes[1]:find("the letter of its move and the number of its seeds, if any",
    1, true))
  local race = start("games/dice_race.lua:length=12"):set("pawn", "0,11,13,13"):scene()
  eq({ race.columns, race.rows, #race.marks }, { 10, 2, 12 })
  eq(pieces(race), "a2:1 disc 3 ")
  eq({ race.hands[1].label, race.hands[1].count }, { "start", 1 })
  eq({ race.hands[2].label, race.hands[2].seat, race.hands[2].count }, { "home", 2, 2 })
  eq({ race.hands[3].shape, race.hands[3].label, race.hands[3].group }, { "die", nil, "roll" })
end)

return check.done()

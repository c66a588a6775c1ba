-- Fields with a kind: cards, dice, scores and counters, as rules declare and pictures show them.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local test, eq, has, raises, ok = check.test, check.eq, check.has, check.raises, check.ok

-- A game of two seats with these fields; `more` has other functions.
local function game(state, more)
  local definition = { state = state, moves = function() return { 1 } end,
    play = function() end }
  for key, value in pairs(more or {}) do definition[key] = value end
  return lab.rules(definition)
end

-- What is beside the board, as "1:hand card 7".
local function beside(s)
  local list = {}
  for i, held in ipairs(s:scene().hands) do
    list[i] = ("%s:%s %s %s%s"):format(held.seat or "-", held.group, held.shape, held.label or "",
      held.count > 1 and "×" .. held.count or "")
  end
  return table.concat(list, ", ")
end

local function shown(state, settings)
  local s = game(state):start()
  for field, value in pairs(settings) do s:set(field, value) end
  return beside(s), s:draw():gsub("\nseat %d to move\n?$", ""), s
end

test("slots of a hand are shown at their seats", function()
  local picture, text = shown({ hand = { 6, kind = "hand" } }, { hand = "3,0,10,-1,-1,0" })
  eq(picture, "1:hand card 3, 1:hand card 10, 2:hand back ×2")
  eq(text, "seat 1: hand 3 10\nseat 2: hand 2 cards")
  picture, text = shown({ hand = { 2, kind = "hand", names = { "ox", "elephant" } } },
    { hand = "2,0" })
  eq(picture, "1:hand card elephant, 2:hand empty ")
  eq(text, "seat 1: hand elephant\nseat 2: hand -")
end)

test("cards face down in a hand are one pile", function()
  local picture = shown({ hand = { 8, kind = "hand" } }, { hand = "-1,0,-1,5,0,-1,0,0" })
  eq(picture, "1:hand back ×2, 1:hand card 5, 2:hand back ")
end)

test("cards are set by their names", function()
  local s = game { hand = { 4, kind = "hand", names = { "ox", "elephant" } } }:start()
    :set("hand", "ox,elephant,0,2")
  eq(s.hand, { 1, 2, 0, 2 })
  raises("hand takes 4 integers", s.set, s, "hand", "cow,0,0,0")
end)

test("a number for each card says where it is", function()
  local place = { 7, kind = "hand", piles = { [0] = "deck" }, places = { [3] = "table" } }
  local picture, text = shown({ place = place }, { place = "1,2,0,3,0,1,9" })
  eq(picture, "1:hand card 1, 1:hand card 6, 2:hand card 2, -:deck back ×2, -:table card 4")
  eq(text, "seat 1: hand 1 6\nseat 2: hand 2\ndeck 2 cards; table 4")
  -- Where some are not known, nobody's hand is said to be empty.
  picture, text = shown({ place = place }, { place = "1,-1,-1,3,-1,1,9" })
  eq(picture, "1:hand card 1, 1:hand card 6, -:table card 4, -:not seen back ×3")
  eq(text, "seat 1: hand 1 6\ntable 4; not seen 3 cards")
  picture, text = shown({ place = place }, { place = "1,-3,-1,3,-3,1,9" })
  eq(picture, "1:hand card 1, 1:hand card 6, 2:hand back ×2, -:table card 4, -:not seen back ")
  eq(text, "seat 1: hand 1 6\nseat 2: hand 2 cards\ntable 4; not seen 1 card")
end)

test("decks are piles or cards on the table", function()
  local picture, text = shown({ deck = { kind = "deck" }, row = { 4, kind = "deck" },
    own = { 2, kind = "deck", each = true } }, { deck = "12", row = "5,-1,0,7", own = "0,1" })
  eq(picture, "1:own empty , 2:own back , -:deck back ×12, "
    .. "-:row card 5, -:row back 2, -:row card 7")
  eq(text, "seat 1: own -\nseat 2: own 1 card\ndeck 12 cards; row 5 ? 7")
  picture = shown({ deck = { 20, kind = "deck" } }, { deck = ("-1,"):rep(19) .. "4" })
  eq(picture, "-:deck back ×19, -:deck card 4")
end)

test("dice, scores and counters", function()
  local picture, text = shown({ dice = { 3, kind = "die", names = { "sun", "moon" } },
    die = { kind = "die" }, points = { 2, kind = "score" }, round = { kind = "counter" },
    of = { 4, kind = "counter", names = { "wood", "iron_ore" } } },
    { dice = "2,0,-1", die = "6", points = "-1,20", round = "3", of = "1,2,3,4" })
  eq(picture, "1:points score -1, 1:wood counter 1, 1:iron ore counter 2, 2:points score 20, "
    .. "2:wood counter 3, 2:iron ore counter 4, -:round counter 3, -:dice die moon, -:dice die , "
    .. "-:dice die ?, -:die die 6")
  eq(text, "seat 1: points -1; wood 1; iron ore 2\nseat 2: points 20; wood 3; iron ore 4\n"
    .. "round 3; dice [moon] [ ] [?]; die [6]")
end)

test("a game without a scene shows its board, its kinds and the other fields", function()
  local s = game({ board = lab.grid { columns = 3, rows = 2, marks = ".X" }, at = 1,
    _secret = 1, die = { kind = "die" } }):start():set("board", "1,0,0,0,0,2"):set("at", 7)
  local scene = s:scene()
  eq({ scene.columns, scene.rows, #scene.pieces, scene.pieces[1].label }, { 3, 2, 2, "X" })
  eq({ scene.notes, beside(s) }, { { "at: 7" }, "-:die die " })
  eq(game({ at = 1 }):start():scene(), nil)
  eq(game({ die = { kind = "die" } }):start():scene().columns, 0)
end)

test("a scene has the kinds beside what it draws itself", function()
  local s = game({ points = { 2, kind = "score" } }, { scene = function()
    return { columns = 1, rows = 1, hands = { { shape = "die", label = "5", group = "thrown" },
      { seat = 2, shape = "card", label = "elephant", group = "held" } } }
  end }):start()
  eq(beside(s), "1:points score 0, 2:held card elephant, 2:points score 0, -:thrown die 5")
end)

test("a variant shows the kinds of its vars, with the values that they begin with", function()
  local base = check.file [[local lab = require "boardlab"
    return lab.rules { state = { die = { kind = "die" } }, moves = function() return { 1, 2 } end,
      play = function(s, move) s.die = move end }]]
  local s = lab.game(check.file(([[local lab = require "boardlab"
    return lab.variant { base = %q, vars = { coins = { 3, 4, kind = "counter" },
      pot = { kind = "counter" } } }]]):format(base:match "[^/]+$"))):start():play "2"
  eq({ s.coins[2], s.pot, s.die }, { 4, 0, 2 })
  eq(beside(s), "1:coins counter 3, 2:coins counter 4, -:die die 2, -:pot counter 0")
  eq(s:scene().notes, {})
  has(s:draw(), "die [2]\nseat 1: coins 3\nseat 2: coins 4\npot 0\n")
  s = lab.game(check.file [[local lab = require "boardlab"
    return lab.variant { base = "quoridor:players=4", players = { 1, 3 },
      vars = { coins = { 1, 2, 3, 4, kind = "counter" } } }]]):start()
  eq(beside(s), "1:walls wall ×5, 1:coins counter 1, 2:walls wall ×5, 2:coins counter 3")
end)

test("a hand that is a memory is face down for others", function()
  local s = game { hand = { memory = 2, kind = "hand" } }:start():set("hand", "1,0,3,4")
  eq(table.concat(s:copy():observe(1).hand, " "), "1 0 -1 -1")
  eq(beside(s:copy():observe(2)), "1:hand back , 2:hand card 3, 2:hand card 4")
  eq(lab.hidden, -1)
end)

test("what a declaration must be", function()
  local function refuses(field, why) raises(why, game, { f = field }) end
  refuses({ 4, kind = "hnad" }, "field 'f': there is no kind 'hnad'; did you mean 'hand'?")
  refuses({ 4, kind = 3 }, "'kind' must be \"hand\", \"deck\", \"die\", \"score\" or \"counter\"")
  refuses({ 4, kind = "die", nmaes = {} }, "did you mean 'names'?")
  refuses({ kind = "hand" }, "a hand has so many cards for each seat, as in { 10, kind")
  refuses({ 5, kind = "hand" }, "5 cannot be divided by 2 seats (cards that are nobody's are a")
  refuses({ 3, kind = "deck", each = true }, "3 cannot be divided by 2 seats")
  refuses({ kind = "die", each = true }, "1 cannot be divided by 2 seats")
  refuses({ 4, kind = "hand", each = false }, "a hand is always a seat's")
  refuses({ 2, kind = "score", names = { "a" } }, "a score is a number")
  refuses({ 4, kind = "hand", names = { "a b" } }, "'names' must be a list of short words")
  refuses({ 5, kind = "counter", names = { "a", "b" } }, "has 2 names for 5 counters")
  refuses({ memory = 2, kind = "die" }, "only a hand can be a 'memory'")
  refuses({ 4, kind = "deck", places = {} }, "only a hand has 'places' and 'piles'")
  refuses({ 4, kind = "hand", places = { [1] = "x" } }, "the place 1 is the hand of that seat")
  refuses({ 4, kind = "hand", piles = { deck = 0 } }, "must give numbers from 0 names")
  refuses({ 4, kind = "hand", piles = { [0] = ("x"):rep(40) } }, "must give numbers from 0 names")
  refuses({ 4, kind = "hand", piles = { [0] = "a" }, places = { [0] = "b" } },
    "two places have the number 0")
  refuses({ 4, kind = "hand", piles = { [0] = "a" }, names = { "x" } }, "has 1 names for 4 cards")
  refuses({ 0, kind = "die" }, "must be from 1")
  raises("did you mean 'shape'", function()
    game({ f = 1 }, { scene = function()
      return { columns = 1, rows = 1, hands = { { shpae = "card" } } }
    end }):start():scene()
  end)
end)

test("tricks: the last trick stays until the next lead", function()
  local s = lab.game("games/tricks.lua:cards=4,hand=2"):start():set("place", "1,2,1,2")
  s:play "3 2"
  eq(table.concat(s.trick, " "), "3 2")
  eq(beside(s), "1:tricks score 1, 1:hand card 1, 1:trick card 3, 2:tricks score 0, "
    .. "2:hand card 4, 2:trick card 2, -:not dealt empty , -:played back ×2")
  s:play "1"
  eq({ table.concat(s.trick, " "), s:seat() }, { "1 0", 2 })
  eq(s:play "4":winners(), {})
  ok(s:outcome() == "draw")
end)

return check.done()

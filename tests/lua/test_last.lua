-- Vars of a variant that are parts of the last move: vars = { last = "size" }.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local positions = require "positions"
local test, eq, has, raises = check.test, check.eq, check.has, check.raises
local start, variant = positions.start, positions.variant

-- A variant with a var of the same name for each of the parts, and `_` in front.
local function with_parts(base, parts, more)
  local vars = {}
  for i, part in ipairs(parts) do vars[i] = ("_%s = %q"):format(part, part) end
  return variant(("return lab.variant { base = %s, vars = { %s }, %s }")
    :format(base, table.concat(vars, ", "), more or ""))
end

local PARTS = {
  ["tictacdoh"] = { "kind", "size", "to", "placement" },
  ["tictacdoh:window=4"] = { "to" },
  ["dorix"] = { "kind", "from", "to" },
  ["dorix:players=3,columns=6,rows=4"] = { "from", "to" },
  ["orbital:size=6"] = { "kind", "piece", "to", "direction" },
  ["quoridor:size=11,players=4"] = { "kind", "to", "at", "orientation" },
}

-- Plays a random game and compares the vars with the parts of each move, asked before it.
local function compare_parts(spec, parts, seed)
  local s, rng = start(spec), lab.rng(seed)
  for _, part in ipairs(parts) do eq(s["_" .. part], nil, "before the first move") end
  for _ = 1, 60 do
    if not s:seat() then return end
    local move = s:random_move(rng)
    local wanted = s:describe(move)
    s:play(move)
    for _, part in ipairs(parts) do eq(s["_" .. part], wanted[part], spec .. part) end
  end
end

test("they are what the parts of the last move were before it was played", function()
  for base, parts in pairs(PARTS) do
    local quoted = ("%q"):format(base)
    for seed = 1, 3 do
      compare_parts(with_parts(quoted, parts), parts, seed)
      compare_parts(with_parts(quoted, parts, "after = function() end"), parts, seed)
    end
  end
  compare_parts(with_parts("m.two_moves 'tictacdoh'", { "size", "to" }), { "size", "to" }, 4)
  compare_parts(with_parts("m.pie 'orbital'", { "kind", "piece" }), { "kind", "piece" }, 5)
  local two = with_parts("'quoridor:players=4,size=5'", { "kind", "to" }, "players = { 1, 3 }")
  compare_parts(two, { "kind", "to" }, 6)
  compare_parts(with_parts("'games/mnk.lua'", { "kind" }), { "kind" }, 7)
end)

-- The rule of tictacdoh_no_repeat with numbers that `after` keeps: the same as those in a
-- position with the part, so that even keys are the same.
local NO_REPEAT = [[vars = { last = "size" }, depends = { "size", "last" },
  allow = function(size, last) return size ~= last end]]
local BY_AFTER = [[vars = { last = 0 }, depends = { "size", "last" },
  allow = function(size, last) return ({ S = 1, M = 2, L = 3 })[size] ~= last end,
  after = function(s, move, _, before)
    s.last = ({ S = 1, M = 2, L = 3 })[before:part(move, "size")] or 0
  end]]

test("a rule by such a var plays the games of one that after keeps", function()
  for _, base in ipairs { "'tictacdoh'", "'tictacdoh:small=2,medium=2,large=2'",
    "m.two_moves 'tictacdoh'", "m.pie 'tictacdoh'" } do
    local data = variant(("return lab.variant { base = %s, %s }"):format(base, NO_REPEAT))
    local code = variant(("return lab.variant { base = %s, %s }"):format(base, BY_AFTER))
    for _, bot in ipairs { "random", "mcts:iterations=20", "alphabeta:depth=2",
      "bots/random.lua" } do
      eq(lab.match(data, { bot }, 2, 4), lab.match(code, { bot }, 2, 4), base .. bot)
    end
    local s, t = start(data), start(code)
    for seed = 1, 10 do
      local one, other = s:copy():playout(lab.rng(seed)), t:copy():playout(lab.rng(seed))
      eq(one:key(), other:key(), base)
    end
    eq(positions.leaves(s, 2), positions.leaves(t, 2), base)
  end
end)

test("a pass and an extra move have nothing but a kind", function()
  local s = start(with_parts("'quoridor:size=5'", { "kind", "to" }, [[
    extra = function() return { "wait" } end, play = function(s) assert(s._kind == "extra") end,
    allow = function(s, _, seat) return seat == 1 or s._kind ~= "extra" end]]))
  eq({ s:play "c2"._kind, s._to }, { "pawn", "c2" })
  eq({ s:play "c4"._kind, s._to }, { "pawn", "c4" })
  eq({ s:play "wait"._kind, s._to }, { "extra" })
  local passes = start(with_parts("'tictacdoh'", { "kind", "size" },
    "allow = function(s) return s._kind ~= 'lay' end"))
  eq({ passes:play "Sc3"._kind, passes._size }, { "lay", "S" })
  eq({ passes:play "pass"._kind, passes._size }, { "pass" })
  local dash = "m.two_moves 'variants/quoridor_dash.lua:size=5'"
  local over = start(with_parts(dash, { "kind", "at" }))
  local kinds = {}
  for seed = 1, 5 do
    local rng, t = lab.rng(seed), over:copy()
    for _ = 1, 20 do
      if not t:seat() then break end
      local move = t:random_move(rng)
      local kind = t:part(move, "kind")
      t:play(move)
      eq(t._kind, kind, "moves that the base has added")
      kinds[kind] = true
    end
  end
  check.ok(kinds.extra and kinds.wall, "some of each")
end)

test("a roll leaves them as they are", function()
  local s = start(variant [[return lab.variant { base = "tictacdoh",
    vars = { last = "size", face = 0 },
    chance = function(s) return s.face == 0 and { 1, 2 } or nil end,
    roll = function(s, face) s.face = face end,
    after = function(s) s.face = 0 end }]])
  s:play(s:moves()[1])
  eq(s.last, nil)
  s:play "Mc3"
  eq({ s:seat(), s.last }, { 0, "M" })
  s:play(s:moves()[2])
  eq({ s.face, s.last }, { 2, "M" })
end)

test("they are part of the position: keys, settings, drawing", function()
  local spec = variant("return lab.variant { base = 'tictacdoh', " .. NO_REPEAT .. " }")
  local s = start(spec, "Sc3 Md3")
  local same = start(spec):set { c3 = "S", d3 = "M", small = 4, medium = 4, last = "M" }
  eq(s:key(), same:key())
  check.differs(s:key(), same:copy():set("last", "S"):key())
  check.differs(s:key(), same:copy():set("last=-"):key())
  eq(same:copy():set("last=-").last, nil)
  has(tostring(s), "last: M")
  has(tostring(start(spec)), "last: -")
  eq(start(with_parts("'tictacdoh'", { "to" }), "Sc3")._to, "c3")
  check.ok(not tostring(start(with_parts("'tictacdoh'", { "to" }), "Sc3")):find "_to")
  raises("last takes S, M, L or - for none, not 'X'", s.set, s, "last", "X")
  raises("last takes S, M, L or - for none, not '1'", s.set, s, "last", 1)
  raises("_to takes a text such as a1, or - for none, not ''", s.set,
    start(with_parts("'tictacdoh'", { "to" })), "_to", "")
end)

test("hooks and layers above read and write them as texts", function()
  local s = start(variant [[
    local base = lab.variant { base = "tictacdoh", vars = { last = "size" } }
    return lab.variant { base = base, depends = { "last", "size" }, vars = { seen = 0 },
      setup = function(s) assert(s.last == nil); s.last = "L"; s.last = nil; s.last = "S" end,
      allow = function(last, size) return last ~= size end,
      after = function(s, move, _, before)
        s.seen = s.last:byte()
        assert(s.last == before:part(move, "size") and before.last ~= s.last)
      end }]])
  eq(s.last, "S")
  raises("is not legal", s.play, s, "Sc3")
  eq({ s:play "Lc3".last, s.seen }, { "L", ("L"):byte() })
  local function edit(value)
    return variant(("return lab.variant { base = 'tictacdoh', vars = { last = 'size' }, " ..
      "setup = function(s) s.last = %s end }"):format(value))
  end
  raises('last takes a string such as "S", or nil, not "X"', lab.game, edit "'X'")
  raises('last takes a string such as "S", or nil, not a number', lab.game, edit "1")
  raises('last takes a string such as "S", or nil, not a boolean', lab.game, edit "false")
end)

test("wrong declarations are refused", function()
  local function refused(base, vars, message)
    raises(message, lab.game, variant(("return lab.variant { base = %s, vars = { x = %s } }")
      :format(base, vars)))
  end
  refused("'dorix'", "'size'", "field 'x': \"size\" is not a part that moves of dorix have; a " ..
    "field can be one of kind, from, to")
  refused("'dorix'", "'receivers'", "can be one of kind, from, to")
  refused("'dorix'", "''", "can be one of kind, from, to")
  refused("'games/mnk.lua'", "'to'", "can be one of kind")
  refused("'dorix'", "true", "a lab.grid or the name of a part of moves, not a boolean")
  refused("'dorix'", "{ 'to' }", "integer")
  refused("lab.variant { base = 'dorix', describe = function() end }", "'to'",
    "a part of moves whose base game has 'describe' cannot be a var")
  raises("give a count or a lab.grid, not a string", lab.game, variant [[return lab.rules {
    state = { x = "to" }, moves = function() return {} end, play = print }]])
end)

return check.done()

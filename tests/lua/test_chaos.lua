-- Hooks that do anything at any time: they keep every object they see, and call methods of any
-- of them, with any arguments, in any order and depth. Whatever happens must be the same every
-- time and harm nothing: run this under the sanitizers.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"

-- A file of that many layers of variants over one of these bases, the last of which is the
-- rules in the file itself. Its option `seed` decides what the hooks do.
local BASES = { "dorix:size=3", "tictacdoh", "quoridor:size=3,walls=2", "orbital",
  "dorix:size=4,players=3", "rules" }

local FILE = [==[
local lab = require "boardlab"
local BASE, LAYERS = "@BASE@", @LAYERS@

local word = 88172645463325252 -- xorshift
local function random(n)
  word = word ~ (word << 13)
  word = word ~ (word >> 7)
  word = word ~ (word << 17)
  return (word >> 1) % n + 1
end

-- Runs a function with what the hooks know only when the game is opened.
local seeded = false
local function seed(options)
  if not seeded then word = word + options.seed * 7919 end
  seeded = true
end

local kept = {}
local function keep(value)
  if type(value) == "userdata" or type(value) == "table" then
    kept[#kept < 60 and #kept + 1 or random(60)] = value
  end
end
local function one() return kept[random(#kept)] end

local METHODS = {
  "assign", "count", "describe", "draw", "evaluate", "game", "key", "legal", "move", "moves",
  "outcome", "part", "parts", "play", "playout", "random_move", "seat", "set", "swap", "side_of",
  "text", "winners", "won", "after", "copy", "about", "base", "max_plies", "name", "native",
  "option", "options", "seats", "sides", "spec", "start", "team", "pick", "shuffle", "cell",
  "walls_left", "hand", "pawn", "distance", "board", "a", "v1", "v2" }
local TEXTS = { "a1", "b2", "e2", "pass", "x1", "seat=2", "seat=1 a1=1", "a=3", "board=1", "Lc3",
  "quoridor", "seed", "kind", "to", "size", "", "hand1=2", "e3h", "1" }

local ARGUMENTS = {
  function() return random(5) - 2 end,
  function() return random(5000) end,
  function() return TEXTS[random(#TEXTS)] end,
  function() return lab.pass end,
  function() return 0x80000000 + random(3) * 0x1000000 + random(3) end, -- extra moves
  function() -- a legal move of some position
    local good, move = pcall(function()
      local moves = one():moves()
      return moves[random(#moves)]
    end)
    return good and move or 0
  end,
  one, one, function() end,
}
local function argument() return ARGUMENTS[random(#ARGUMENTS)]() end

local act -- one of ACTIONS

local depth, steps = 0, 0
local function chaos(position)
  keep(position)
  if depth > 6 then return end
  depth = depth + 1
  for _ = 1, random(5) - 1 do
    steps = steps + 1
    if steps < 2000 then act(one()) end
  end
  depth = depth - 1
end

local function call_method(object)
  local name = METHODS[random(#METHODS)]
  local of = random(5) == 1 and one() or object -- sometimes that of another object
  local _, method = pcall(function() return of[name] end)
  local results = table.pack(pcall(method, object, argument(), argument(), argument()))
  for i = 2, results.n do keep(results[i]) end
end

local function use_fields(object)
  pcall(function() object[random(4)] = random(100) end)
  pcall(function() object.a = random(100) end)
  pcall(function() keep(object.board) object.board[random(6)] = random(9) end)
  pcall(function() return object[random(4)], #object, tostring(object) end)
end

local function search(object)
  local mcts = random(2) == 1
  local options = { rng = lab.rng(1), [mcts and "iterations" or "depth"] = random(3) }
  if random(2) == 1 then
    options.evaluate = function(p) chaos(p) return 0.5 end
  end
  pcall(lab.search[mcts and "mcts" or "alphabeta"], object, options)
end

local function use_coroutine(object)
  pcall(coroutine.wrap(function() chaos(object) coroutine.yield() end))
  keep(lab.rng(random(5)))
end

local function open_game()
  if random(8) > 1 then return end
  local _, game = pcall(lab.game, random(3) == 1 and "dorix:size=3" or "@FILE@:seed=" .. random(9))
  keep(game)
end

local ACTIONS = { use_fields, search, use_coroutine, open_game }
function act(object) (ACTIONS[random(12)] or call_method)(object) end

local function hook(result)
  return function(...)
    for i = 1, select("#", ...) do keep((select(i, ...))) end
    chaos((...))
    return result(...)
  end
end

local OUTCOMES, EXTRAS = { false, "draw", 1 }, { { "x1", "x2" } }
local function layer(base, i)
  return lab.variant {
    name = "layer" .. i, base = base, vars = { ["v" .. i] = 3 },
    options = i == 1 and BASE ~= "rules" and { seed = 1 } or nil,
    setup = function(s, rng, options) seed(options) keep(rng) chaos(s) end,
    allow = i % 2 == 1 and hook(function() return random(10) > 1 end) or nil,
    extra = i % 3 == 0 and hook(function() return EXTRAS[random(2)] end) or nil,
    play = i % 3 == 0 and hook(function() end) or nil,
    after = hook(function() end),
    outcome = hook(function() return OUTCOMES[random(30)] end),
    next_seat = hook(function() return random(8) == 1 and 1 or nil end),
    evaluate = hook(function() return 0.5 end),
  }
end

local game = BASE
if BASE == "rules" then
  game = lab.rules {
    options = { seed = 1 }, state = { board = 5, a = 1 },
    start = function(s, rng, options) seed(options) keep(rng) chaos(s) end,
    moves = hook(function() return { table.unpack({ 1, 2, 3, 4 }, 1, random(4)) } end),
    play = hook(function(s) s.a = s.a + 1 end),
    outcome = hook(function(s) return s.a > 12 and 1 or nil end),
    text = hook(function(_, move) return "m" .. move end),
    draw = hook(function() return "board" end),
    evaluate = hook(function() return 0.25 end),
  }
end
for i = 1, LAYERS do game = layer(game, i) end
return game
]==]

-- Opens and plays a game. Returns everything that can be observed.
local function observe(spec)
  local seen = {}
  local function try(action) seen[#seen + 1] = table.pack(pcall(action)) end
  local game
  try(function() game = lab.game(spec) end)
  if not game then return seen end
  try(function() return game:start():draw() end)
  try(function()
    return lab.search.mcts(game:start(), { iterations = 100, rng = lab.rng(1) })
  end)
  try(function() return lab.search.alphabeta(game:start(), { depth = 1, rng = lab.rng(1) }) end)
  try(function() return lab.solve(game, { within = 2, memory = 1 }) end)
  for index = 1, 3 do
    try(function() return game:start(lab.rng(1, index)):playout(lab.rng(2, index)):key() end)
  end
  return seen
end

local SEEDS = tonumber(arg[1]) or 1
for layers = 0, 4 do
  for _, base in ipairs(BASES) do
    if layers > 0 or base == "rules" then
      check.test(("%d layers over %s"):format(layers, base), function()
        local path = check.file((FILE:gsub("@BASE@", base):gsub("@LAYERS@", layers)))
        for seed = 1, SEEDS do
          local spec = path .. ":seed=" .. seed
          check.eq(observe(spec), observe(spec), spec)
        end
      end)
    end
  end
end

return check.done()

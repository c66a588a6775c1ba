-- Definitions in scripts: lab.variant, lab.rules and lab.bot outside a file of their own.
package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local lab = require "boardlab"
local check = require "check"
local test, eq, raises, has = check.test, check.eq, check.raises, check.has

local BOARDLAB = arg[1]
local HERE = arg[0]

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end

local folders = {}

local function new_folder()
  local path = os.tmpname()
  os.remove(path)
  folders[#folders + 1] = path
  return path
end

-- Runs boardlab and returns what it writes.
local function run(arguments)
  local pipe <close> = assert(io.popen(("%s %s 2>&1"):format(BOARDLAB, arguments)))
  return pipe:read "a"
end

-- ---- the same as a file -----------------------------------------------------

-- Plays the same games with what the script defines and with files, and compares them but for
-- the names.
local function same_games(inline, file)
  local a, b = new_folder(), new_folder()
  inline.out, file.out = a, b
  lab.simulate(inline)
  lab.simulate(file)
  check.ok(read(a .. "/moves.csv") == read(b .. "/moves.csv"), "moves.csv differs")
  local function plain(text) return (text:gsub("[^,]*%.lua[^,]*", "BOT")) end
  eq(plain(read(a .. "/games.csv")), plain(read(b .. "/games.csv")))
end

test("definitions in a loop are the games and bots that files would be", function()
  for walls = 1, 3 do
    local first = 4
    local game = lab.variant {
      base = "quoridor:size=5,walls=" .. walls,
      vars = { ply = 0 },
      allow = function(s, move) return s.ply >= first or s:part(move, "kind") == "pawn" end,
      after = function(s) s.ply = math.min(s.ply + 1, first) end,
    }
    local bot = lab.bot {
      choose = function(s, me)
        local list = s:moves()
        return list[math.min(#list, me.rng(walls + 3))]
      end,
    }
    eq({ game:option "walls", game:native() }, { walls, "quoridor" })
    same_games({ game = game, bots = { bot, "random" }, rotate = true, games = 40, moves = true,
      jobs = 3, verify = 4 }, {
      game = check.file(([[return require "boardlab".variant { base = "quoridor:size=5,walls=%d",
        vars = { ply = 0 },
        allow = function(s, move) return s.ply >= 4 or s:part(move, "kind") == "pawn" end,
        after = function(s) s.ply = math.min(s.ply + 1, 4) end }]]):format(walls)),
      bots = { check.file(([[return { choose = function(s, me)
        local list = s:moves()
        return list[math.min(#list, me.rng(%d))] end }]]):format(walls + 3)), "random" },
      rotate = true, games = 40, moves = true })
  end
end)

-- ---- values -----------------------------------------------------------------

local floor = math.floor
local odd = { 1, 2, "a\n\"b\r\0\255\u{e9}", [1.5] = -0.0, x = 1e300, y = 1 / 3, z = math.mininteger,
  h = -math.huge, [true] = { {} }, ["end"] = 3 }
odd.itself = odd
local counts = { n = 0 }

local Pieces = {}
function Pieces:twice(x) return self == Pieces and 2 * x end
function Pieces.rest(_, ...) return select("#", ...) end

local function factorial(n) return n <= 1 and 1 or n * factorial(n - 1) end -- function end

test("values are copied, libraries and modules named", function()
  local game = lab.rules {
    name = "sums: 21",
    state = { board = lab.grid { columns = 2, rows = 1, marks = ".X" }, total = 1 },
    moves = function() return { 1, 2, floor(3.5) } end, play = function(s, m)
      s.total = s.total + m end,
    outcome = function(s, mover)
      assert(odd.itself == odd and odd[3] == "a\n\"b\r\0\255\u{e9}" and odd[true][1])
      assert(odd.x == 1e300 and odd.y == 1 / 3 and odd.z == math.mininteger)
      assert(math.type(odd[1.5]) == "float" and odd.h == -math.huge and odd["end"] == 3)
      assert(Pieces:twice(2) == 4 and Pieces.rest(1, 2, 3) == 2 and factorial(5) == 120)
      local text = [[ end function ]] .. 'end \' function' -- end
      assert(#text > 9)
      return s.total >= 21 and mover or nil
    end,
  }
  eq(game:spec(), HERE .. "#sums__21")
  eq(game:name(), "sums: 21")
  eq(lab.solve(game).winner, 1)
  eq(lab.simulate { game = game, games = 20 }.games, 20)
  eq(game:start().board:name(2), "b1")
end)

test("functions share variables, as in the script", function()
  local game = lab.variant { base = "dorix:size=3", vars = { n = 0 },
    allow = function() counts.n = 5 return true end,
    after = function(s) s.n = counts.n end }
  local s = game:start()
  s:moves()
  eq(s:play(s:moves()[1]).n, 5)
  eq(counts.n, 0) -- it was a copy
end)

test("globals of the script are copied too", function()
  local script = check.file [[local lab = require "boardlab"
    limit = 2
    function double(x) return limit * x end
    local s = lab.variant { base = "dorix:size=3", vars = { n = 0 },
      after = function(s) s.n = double(limit + #arg) end }:start()
    print(s:play(s:moves()[1]).n)]]
  eq(run(("run %s a b c"):format(script)), "10\n")
end)

test("functions made by the same lines have variables of their own", function()
  local function adder(n)
    local total = 0
    return function()
      total = total + n
      return total
    end
  end
  local one, ten = adder(1), adder(10)
  local game = lab.variant { base = "dorix:size=3", vars = { a = 0, b = 0 },
    after = function(s)
      one()
      s.a, s.b = one(), ten()
    end }
  local s = game:start()
  s:play(s:moves()[1])
  eq({ s.a, s.b }, { 2, 10 })
  eq({ one(), ten() }, { 1, 10 })
end)

-- ---- names --------------------------------------------------------------------

test("names and numbers", function()
  local function make(name, n)
    return lab.variant { name = name, base = "quoridor:size=3", vars = { v = n } }:spec()
  end
  eq(make("same", 1), HERE .. "#same")
  eq(make("same", 2), HERE .. "#same-2")
  eq(make("same", 1), HERE .. "#same")
  local first, second = make(nil, 1):match "#(%d+)$", make(nil, 2):match "#(%d+)$"
  eq(second - first, 1)
  local game = lab.variant { name = "wide", base = "quoridor" }
  eq(lab.game(game, { size = 5 }):spec(), HERE .. "#wide:size=5")
  eq(lab.game(game:spec() .. ":size=5"):option "size", 5)
end)

test("an empty name is refused", function()
  for kind, definition in pairs { bot = { choose = print }, variant = { base = "dorix" },
    rules = { moves = print, play = print } } do
    definition.name = ""
    raises("lab." .. kind .. ": 'name' is empty: leave it out, or write one", lab[kind], definition)
  end
end)

test("failures come with the functions and the moves", function()
  local function inner(s) return s.nothing.there end
  local bot = lab.bot { name = "fails", choose = function(s)
    local move = s:count() > 3 and inner(s) or s:moves()[1]
    return move
  end }
  local function check_trace(trace)
    has(trace, "in 'inner'\n  " .. HERE)
    has(trace, "in 'choose'\n  after ")
  end
  check_trace(lab.simulate { game = "tictacdoh", bots = { bot, "random" }, games = 3 }.trace)
  check_trace(lab.match("tictacdoh", { bot, "random" })[1].trace)
  eq(lab.simulate { game = "tictacdoh", games = 3 }.trace, nil)
  local game = lab.variant { name = "bad", base = "tictacdoh", after = function(s)
    if s:count() > 20 then inner(s) end
  end }
  for _, call in ipairs { function() lab.simulate { game = game, games = 3 } end,
    function() lab.match(game, { "random" }) end,
    function() lab.sweep { game = game, vary = "small=2..3", games = 3 } end } do
    local good, message = pcall(call)
    eq(good, false)
    has(message, ": attempt to index a nil value")
    check.ok(message:find "\n  .*in 'inner'\n  .*in 'after'\n  after %a+%d", message)
  end
  for at, after in pairs { [0] = "at the start", [2] = "after 7 7" } do
    local rules = lab.rules { name = "late" .. at, state = { n = 1 },
      moves = function(s) return s.n == at and inner(s) or { 7 } end,
      play = function(s) s.n = s.n + 1 end }
    local good, message = pcall(lab.match, rules, { "random" })
    eq(good, false)
    has(message, "\n  " .. after)
  end
end)

test("variants of variants, and modifiers", function()
  local inner = lab.variant { name = "inner", base = "dorix:size=3", vars = { a = 1 } }
  local outer = lab.variant { name = "outer", base = inner, vars = { b = 2 } }
  eq({ outer:base(), outer:native(), outer:start().b }, { HERE .. "#inner", "dorix", 2 })
  local pie = require "modifiers".pie(outer)
  eq(pie:spec(), HERE .. "#outer_pie", "named after the caller of the module")
  eq(lab.simulate { game = pie, games = 10, jobs = 2 }.games, 10)
end)

-- ---- experiments --------------------------------------------------------------

test("every experiment takes them", function()
  local game = lab.variant { base = "quoridor:size=3", vars = { n = 0 },
    after = function(s) s.n = 1 - s.n end }
  local last = lab.bot { name = "last", options = { back = 0 },
    choose = function(s, me)
      local list = s:moves()
      return list[math.max(1, #list - me.options.back)]
    end }
  local result = lab.tournament { game = game, bots = { last, last .. ":back=1", "random" },
    games = 4 }
  eq(#result.ratings, 3)
  eq(#lab.sweep { game = game, vary = { "walls=0..2" }, games = 5 }, 3)
  eq(#lab.ladder { game = game, bot = last, double = "back=1", levels = 2, games = 5 }, 2)
  local out = new_folder()
  check.ok(lab.tune { game = game, vary = "walls=0..2", goals = { "plies=1..99" }, games = 400,
    out = out })
  check.has(read(out .. "/tune.json"), "definitions")
  eq(#lab.match(game, { last, "random" }, 1, 3), 3)
  local a = lab.simulate { game = game, games = 20, out = new_folder() }
  local b = lab.simulate { game = game, bots = { last }, games = 20, out = new_folder() }
  check.ok(lab.compare(a, b).verdict)
end)

-- ---- runs on disk ---------------------------------------------------------------

local function variant_with(n)
  return lab.variant { name = "kept" .. (n < 0 and "_negative" or ""),
    base = "quoridor:size=3,walls=1", vars = { v = math.abs(n) }, after = function(s)
      s.v = s.v % 7 + 1
    end }
end

test("a run on disk needs the script no more", function()
  local game, out = variant_with(1), new_folder()
  lab.simulate { game = game, games = 12, out = out, moves = true }
  check.has(read(out .. "/run.json"), "s.v = s.v % 7 + 1")
  check.has(run("stats " .. out .. " --sample 12"), "branching_mean")
  check.has(run(("report %s --out %s.html"):format(out, out)), ".html")
  os.remove(out .. ".html")
  eq(lab.stats(out).run.games.value, 12.0)
  check.has(run(("simulate '%s' --games 2"):format(game:spec())),
    "the script " .. HERE .. " makes it")
end)

test("a run is resumed with the same definition only", function()
  local plan = { game = variant_with(2), games = 10, out = new_folder() }
  lab.simulate(plan)
  plan.resume, plan.games = true, 20
  eq(lab.simulate(plan).games, 20)
  local name = plan.game:spec()
  local script = check.file(([[local lab = require "boardlab"
    local game = lab.variant { name = "mine", base = "quoridor:size=3",
      vars = { v = tonumber(arg[1]) } }
    print(lab.simulate { game = game, games = tonumber(arg[2]), out = %q, resume = true }.games)]])
    :format(new_folder()))
  check.has(name, "#kept")
  eq(run(("run %s 1 10"):format(script)), "10\n")
  eq(run(("run %s 1 20"):format(script)), "20\n")
  check.has(run(("run %s 2 30"):format(script)), "#mine has changed since the run began")
end)

test("shards are merged with their definitions", function()
  local game, a, b, whole = variant_with(-3), new_folder(), new_folder(), new_folder()
  lab.simulate { game = game, games = 20, out = a, shard = "1/2", moves = true }
  lab.simulate { game = game, games = 20, out = b, shard = "2/2", moves = true }
  run(("merge %s %s --out %s"):format(a, b, whole))
  check.has(run("stats " .. whole .. " --sample 20"), "branching_mean")
end)

-- ---- errors ---------------------------------------------------------------------

local function line() return debug.getinfo(2, "l").currentline end

test("an error in a function names its line of the script", function()
  local at = line() + 2
  local game = lab.variant { base = "dorix", after = function()
    error "no"
  end }
  raises(("%s#%s:%d: no"):format(HERE, game:spec():match "#(.*)", at), lab.simulate,
    { game = game, games = 1 })
end)

local rng, thread, meta = lab.rng(1), coroutine.create(print), setmetatable({}, {})
local N <const> = 3
local deep = { list = { 1, rng } }
local keyed = { [{}] = 1 }

local function counting()
  local count = 0
  return function() count = count + 1 end
end

local function three()
  return 3
end

-- Two functions that share a variable, and one with another of that name.
local function pair()
  local function other()
    local n = three()
    return function() return n end
  end
  local n = 1
  local function add() n = n + 1 end
  local alone = other()
  return function() add() return n + alone() end
end

local function walker(n)
  local function walk(k)
    return k <= n or walk(k - 1)
  end
  return walk
end

local function nested()
  local outer
  local function inner() return outer end
  outer = function() return inner end
  local function made()
    return function() return made, outer end
  end
  return made()
end

test("what cannot be copied is refused by name", function()
  local function refuses(wanted, allow, after)
    raises(wanted, lab.variant, { base = "dorix", allow = allow, after = after })
  end
  refuses("'rng', used by 'allow', is a rng", function() return rng(2) end)
  refuses("'thread', used by 'allow', is a thread", function() return thread end)
  refuses("'meta', used by 'allow', is a table with a metatable", function() return meta.x end)
  refuses("'keyed', used by 'allow', has a table as a key", function() return keyed end)
  refuses("'allow' uses 'N', which is declared <const>: leave <const> out",
    function() return N > 2 end)
  refuses("'os', used by 'allow', is os, which bots and games do not have",
    function() return os.time() end)
  refuses("'io', used by 'allow', is io", function() return io end)
  refuses("'allow' is not from a file", load "return 1")
  refuses("'allow' uses _ENV", function(s) return _ENV[s] end)
  refuses("'count' is a local variable for 'after' and a global for 'allow'",
    function() return _ENV.count end, counting())
  refuses("'floor' is a local variable for 'allow' and a global for 'after'",
    function() return floor(1) end, function() return _ENV.floor end)
  refuses("'_G', used by 'allow', is _G of the script", function() return _G.floor end)
  refuses("'deep.list[2]', used by 'allow', is a rng", function() return deep end)
  refuses("a different variable called 'n'", pair())
  refuses("uses itself", walker(1), walker(2))
  refuses("is created inside", nested())
  refuses("'allow' is a function of", dofile(check.file "return function() return true end"),
    function() end)
end)

test("wrong definitions", function()
  raises("table expected, got no value", lab.variant)
  raises("table expected, got string", lab.rules, "quoridor")
  raises("table expected, got nil", lab.bot, nil)
  raises("a bot needs 'choose', a function, not a nil", lab.bot, {})
  raises("keys must be names, not a number", lab.variant, { "dorix" })
  raises("it takes a table without a metatable", lab.variant, setmetatable({}, {}))
  raises("lab.variant has no 'alow'; did you mean 'allow'?", lab.variant,
    { base = "dorix", alow = 1 })
  raises("there is no game 'dorx'", lab.variant, { base = "dorx" })
  raises("lab.rules needs 'moves'", lab.rules, {})
  raises("at most", lab.variant, { base = "dorix", about = ("x"):rep(300000) })
  check.has(run("show 'no.lua#x'"), "there is no definition 'no.lua#x' here")
  check.has(run("show 'no.lua#'"), "there is no ")
end)

for _, path in ipairs(folders) do os.execute("rm -rf " .. path) end
return check.done()

-- Compares the annotations in lua/types with the module: all functions are declared, and
-- no others.
--
--   boardlab run tests/lua/test_types.lua [COMMAND]
--
-- COMMAND is the path of boardlab. With it, the test also compares the parameters of
-- accessors with the output of `boardlab games NAME`.

local folder = arg[0]:match "^.*/" or "./"
package.path = folder .. "?.lua;" .. folder .. "../../lua/reference/?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local read = require "read"
local test, eq = check.test, check.eq

local command = arg[1]

local GAMES = { quoridor = "QuoridorState", dorix = "DorixState", tictacdoh = "TicTacDohState",
  orbital = "OrbitalState" }

-- ---- reading annotations ---------------------------------------------------

-- Functions by class, with the entries of the Lua reference, and the fields of classes.
local functions, fields = {}, {}
for _, entry in ipairs(read.all(check.library_file).entries) do
  local owner, name = entry.name:match "([%w_]+)[.:]([%w_]+)$"
  if entry.kind == "function" then
    functions[owner] = functions[owner] or {}
    functions[owner][name] = entry
  elseif entry.kind == "class" then
    fields[entry.name] = {}
    for _, field in ipairs(entry.fields) do fields[entry.name][field.key] = true end
  end
end

-- The parameters of a function, as the help writes them.
local function parameters(entry)
  local list = {}
  for i, param in ipairs(entry.params) do list[i] = param.name end
  return list
end

-- ---- what there is ---------------------------------------------------------

local function names(t, wanted)
  local list = {}
  for name, value in pairs(t) do
    if not wanted or type(value) == wanted then list[#list + 1] = name end
  end
  table.sort(list)
  return list
end

-- Returns the methods of an object. If it has fields, __index is a function with the methods
-- as its upvalue.
local function methods(object)
  local index = debug.getmetatable(object).__index
  if type(index) == "table" then return index end
  return select(2, debug.getupvalue(index, 1))
end

local plain = lab.game(check.file [[return require "boardlab".rules {
  moves = function() return { 1 } end, play = function() end }]]):start()

test("functions of the module are declared", function()
  eq(names(lab, "function"), names(functions.lab))
  local constants = {}
  for name, value in pairs(lab) do
    if type(value) ~= "function" then constants[name] = true end
  end
  eq(names(constants), names(fields.boardlab))
  eq(names(lab.search), names(functions.search))
end)

test("methods of games, positions, grids and generators are declared", function()
  eq(names(methods(lab.game "dorix")), names(functions.Game))
  eq(names(methods(plain)), names(functions.State))
  eq(names(methods(lab.rng(1))), names(functions.Rng))
  local board = lab.game(check.file [[local lab = require "boardlab"
    return lab.rules { state = { board = lab.grid { columns = 1, rows = 1 } },
      moves = function() return { 1 } end, play = function() end }]]):start().board
  eq(names(methods(board)), names(functions.Grid))
end)

test("accessors of each game are declared", function()
  for spec, class in pairs(GAMES) do
    local own = {}
    for name in pairs(methods(lab.game(spec):start())) do
      if not methods(plain)[name] then own[name] = true end
    end
    eq(names(own), names(functions[class] or {}), spec)
    for name in pairs(functions[class] or {}) do
      check.eq(functions.State[name], nil, class .. ":" .. name .. " hides a method")
    end
  end
end)

test("modifiers", function()
  local modifiers = require "modifiers"
  eq(names(modifiers), names(functions.modifiers))
  for name, declared in pairs(functions.modifiers) do
    local info, params = debug.getinfo(modifiers[name], "u"), {}
    for i = 1, info.nparams do params[i] = debug.getlocal(modifiers[name], i) end
    eq(parameters(declared), params, name)
  end
end)

test("every declared function is documented", function()
  for class, list in pairs(functions) do
    for name, declared in pairs(list) do
      local what = class .. "." .. name
      check.ok(#declared.returns >= 1, what .. " has its returns")
      check.ok(#declared.text > 0, what .. " has a description")
    end
  end
end)

test("every native game has a class", function()
  local listed = {}
  for class in pairs(functions) do
    if class:match "State$" and class ~= "State" then listed[#listed + 1] = class end
  end
  table.sort(listed)
  local wanted = {}
  for _, class in pairs(GAMES) do wanted[#wanted + 1] = class end
  table.sort(wanted)
  eq(listed, wanted)
  local _, message = pcall(lab.game, "?")
  for name in message:match "the games are ([%w_, ]+)":gmatch "[%w_]+" do
    check.ok(GAMES[name], "a class for " .. name)
  end
end)

-- ---- tables ----------------------------------------------------------------

test("fields of a match result", function()
  local forfeiter = check.file "return { choose = function() end }"
  local result = lab.match(lab.game "games/kalah.lua", { forfeiter })[1]
  eq(names(result), names(fields.MatchResult))
end)

test("fields of a ladder level", function()
  local levels = lab.ladder { game = "games/kalah.lua:houses=3", bot = "bots/montecarlo.lua",
    double = "playouts=1", levels = 2, games = 2 }
  eq(names(levels[2]), names(fields.LadderLevel))
  eq(names(levels[2].against), names(fields.LadderAgainst))
  eq(names(levels[2].balance), names(fields.Estimate))
  eq(names(levels[2].seat[1]), names(fields.Rate))
end)

test("fields of a tuning result", function()
  local out = os.tmpname()
  os.remove(out)
  local result = lab.tune { game = "quoridor:size=3", vary = "walls=0..1", goals = "plies=6..9",
    out = out }
  eq(names(result), names(fields.TuneResult))
  for name in pairs(fields.TuneRow) do
    fields.Candidate[name], fields.CandidateLevel[name] = true, true
  end
  eq(names(result.candidates[2]), names(fields.Candidate))
  eq(names(result.candidates[2].goals.plies), names(fields.GoalValue))
  eq(names(result.candidates[2].levels[1]), names(fields.CandidateLevel))
  os.execute("rm -r '" .. out .. "'")
end)

test("fields of a solved game", function()
  local result = lab.solve "quoridor:size=3,walls=0"
  eq(names(result), names(fields.SolveResult))
  eq(names(result.moves[1]), names(fields.SolvedMove))
  result = lab.solve "games/dice_race.lua:pawns=1,length=1"
  eq(names(result), names(fields.ChanceResult))
  eq(names(result.moves[1]), names(fields.ChanceMove))
end)

test("fields of a game's descriptions", function()
  eq(names(lab.game "dorix":about()), names(fields.GameTexts))
end)

test("fields of a described move", function()
  local seen = {}
  for spec in pairs(GAMES) do
    local s, rng = lab.game(spec):start(), lab.rng(1)
    while s:seat() do
      local move = s:random_move(rng)
      for key in pairs(s:describe(move)) do seen[key] = true end
      s:play(move)
    end
  end
  local s = lab.game "dorix":start():set { a1 = 1, hand1 = 0 }
  for key in pairs(s:describe "a1-b1") do seen[key] = true end
  eq(names(seen), names(fields.MoveParts))
end)

test("functions that plugins do not have are for scripts only", function()
  local reporter = check.file [[return { choose = function()
    local list = {}
    for key in pairs(require "boardlab") do list[#list + 1] = key end
    error("keys: " .. table.concat(list, " ") .. " ")
  end }]]
  local keys = lab.match(lab.game "dorix", { reporter })[1].reason:match "keys:(.*)"
  for name, declared in pairs(functions.lab) do
    local said = table.concat(declared.text, " "):find("Scripts only.", 1, true) ~= nil
    eq(said, not keys:find(" " .. name .. " ", 1, true), "lab." .. name .. " is for scripts only")
  end
end)

test("fields of `me`", function()
  local reporter = check.file [[return { choose = function(_, me)
    local list = {}
    for key in pairs(me) do list[#list + 1] = key end
    table.sort(list)
    error("keys: " .. table.concat(list, " "))
  end }]]
  local reason = lab.match(lab.game "dorix", { reporter })[1].reason
  eq(reason:match "keys: ([%w_ ]+)", table.concat(names(fields.BotSelf), " "))
end)

-- A definition with an unknown key is refused with that key's name. So a declared key, even
-- with a wrong value, must be accepted or be refused for another reason.
local function takes(frame, key)
  local path = check.file(frame:format(key .. " = false"))
  local good, message = pcall(lab.game, path)
  if good or not message:find "is a bot" then return good or not message:find "has no '" end
  good, message = pcall(lab.match, lab.game "dorix", { path })
  return good or not message:find "has no '"
end

test("fields of definitions", function()
  local frames = {
    RulesDefinition = 'return require "boardlab".rules { moves = print, play = print, %s }',
    VariantDefinition = 'return require "boardlab".variant { base = "dorix", %s }',
    BotDefinition = "return { choose = function() end, %s }",
    OptionDefinition =
      'return require "boardlab".variant { base = "dorix", options = { x = { %s, default = 1 } } }',
  }
  for class, frame in pairs(frames) do
    check.ok(not takes(frame, "no_such_key"), class .. " has no such key")
    for field in pairs(fields[class]) do
      check.ok(takes(frame, field), class .. " has " .. field)
    end
  end
end)

-- Returns the keys in a list of strings of a C file; nil if there is no such file.
local function known_keys(file, list)
  local source = io.open(folder .. "../../lua/host/" .. file)
  if not source then return nil end
  local text = source:read "a"
  source:close()
  local keys = {}
  for key in (text:match(" " .. list .. "%[%] = (%b{})") or ""):gmatch '"([%w_]+)"' do
    keys[key] = true
  end
  return keys
end

test("every key that the host accepts is declared", function()
  for class, place in pairs {
    RulesDefinition = { "plugins/luagame_definition.c", "RULES_KEYS" },
    VariantDefinition = { "plugins/luagame_definition.c", "VARIANT_KEYS" },
    BotDefinition = { "plugins/luabot.c", "KEYS" },
    OptionDefinition = { "api/declare_options.c", "OPTION_KEYS" },
    LadderPlan = { "api/lab_run.c", "LADDER_KEYS" },
    TunePlan = { "api/lab_tune.c", "TUNE_KEYS" },
  } do
    local keys = known_keys(table.unpack(place))
    if keys then eq(names(fields[class]), names(keys), class) end
  end
end)

-- ---- parameters ------------------------------------------------------------

if command then
  test("parameters of accessors agree with the help", function()
    for spec, class in pairs(GAMES) do
      local out <close> = assert(io.popen(("'%s' games %s"):format(command, spec)))
      local helped = 0
      for line in out:lines() do
        local name, list = line:match "^%s+s:([%w_]+)%(([^)]*)%)"
        if name then
          helped = helped + 1
          local declared = functions[class][name]
          check.ok(declared, class .. ":" .. name)
          eq(declared and table.concat(parameters(declared), ", "), list, class .. ":" .. name)
        end
      end
      eq(helped, #names(functions[class]), spec .. " in the help")
    end
  end)
end

return check.done()

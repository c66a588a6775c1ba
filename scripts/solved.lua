-- Who wins under perfect play, and how does that hang on an option? Exact values, not
-- estimates.
--
--   boardlab run scripts/solved.lua [GAME OPTION=FROM..TO [MEGABYTES]]
--
-- Solves the game for each value of the option; several options that go together are
-- written small+medium+large=1..9. Without arguments: how the stash changes Tic Tac Doh,
-- on the floating and on the fixed grid. Prints who wins and in how many plies, how many
-- first moves keep that, one of them, and how many positions were solved. What takes more
-- than MEGABYTES (1024 if not told) is left open.

local lab = require "boardlab"

local STASH = "small+medium+large=1..9"
local experiments = { { "tictacdoh", STASH }, { "tictacdoh:fixed_grid=true", STASH } }
local megabytes = math.tointeger(tonumber(arg[3] or 1024))
if arg[1] and not arg[2] or not megabytes then
  error("usage: boardlab run scripts/solved.lua [GAME OPTION=FROM..TO [MEGABYTES]]", 0)
end
if arg[1] then experiments = { { arg[1], arg[2] } } end

-- "small+large=1..9" as names, from and to.
local function read_axis(text)
  local names, from, to = text:match "^([%w_+]+)=(%d+)%.%.(%d+)$"
  if not names then error("'" .. text .. "' is not of the form OPTION=FROM..TO", 0) end
  local list = {}
  for name in names:gmatch "[%w_]+" do list[#list + 1] = name end
  return list, math.tointeger(from), math.tointeger(to)
end

local function describe(result)
  if result.value == "draw" then return result.endless and "a draw, without end" or "a draw" end
  return ("seat %d wins in %d plies"):format(result.winner, result.plies)
end

-- The moves that come to the same as the best one, by whoever wins.
local function holding(result)
  local count = 0
  for _, move in ipairs(result.moves) do
    if move.value == result.value then count = count + 1 end
  end
  return ("%d of %d"):format(count, #result.moves)
end

local function row(name, value, result, message)
  if not result then
    print(("%-20s%5d   not solved: %s"):format(name, value, message))
    return
  end
  print(("%-20s%5d   %-24s%-10s%-8s%12d"):format(name, value, describe(result), holding(result),
    result.line[1], result.positions))
end

for i, experiment in ipairs(experiments) do
  if i > 1 then print() end
  local spec, axis = table.unpack(experiment)
  local names, from, to = read_axis(axis)
  print(spec)
  print(("%-20s%5s   %-24s%-10s%-8s%12s"):format("option", "", "result", "hold it", "best",
    "positions"))
  for value = from, to do
    local options = {}
    for _, name in ipairs(names) do options[name] = value end
    row(table.concat(names, "+"), value, lab.solve(lab.game(spec, options), { memory = megabytes }))
  end
end

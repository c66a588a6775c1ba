-- Who wins under perfect play, and how does that depend on an option?
--
--   boardlab run scripts/solved.lua [GAME OPTION=FROM..TO|A,B,… [MEGABYTES]]
--
-- Solves the game for each value of the option: exact values, not estimates. Write several
-- options with the same value as small+medium+large=1..9, and values that are not numbers as
-- edge_jump=true,false. Default: how the stash changes Tic Tac Doh, on the floating and on the
-- fixed grid.
-- Prints the winner and the length of the game in plies, how many first moves keep that result,
-- one of them, and the number of positions solved. Values that need more than MEGABYTES (default
-- 1024) or that the game does not have are reported as not solved.
-- Takes 6 seconds on two cores.

local lab = require "boardlab"

local STASH = "small+medium+large=1..9"
local experiments = { { "tictacdoh", STASH }, { "tictacdoh:fixed_grid=true", STASH } }
local megabytes = math.tointeger(tonumber(arg[3] or 1024))
if arg[1] and not arg[2] or not megabytes or megabytes < 1 or arg[4] then
  error("usage: boardlab run scripts/solved.lua [GAME OPTION=FROM..TO|A,B,… [MEGABYTES]]", 0)
end
if arg[1] then experiments = { { arg[1], arg[2] } } end

-- Returns the values of "1..9" or "true,false".
local function read_values(text)
  local from, to = text:match "^(%d+)%.%.(%d+)$"
  from, to = math.tointeger(from), math.tointeger(to)
  local list = {}
  if from and to then
    for value = from, math.min(to, from + 999) do list[#list + 1] = tostring(value) end
  elseif not text:find("..", 1, true) then
    for value in text:gmatch "[^,]+" do list[#list + 1] = value end
  end
  return list
end

-- Splits "small+large=1..9" into names and values.
local function read_axis(text)
  local names, values = text:match "^([%w_+]+)=(.+)$"
  local list = {}
  for name in (names or ""):gmatch "[%w_]+" do list[#list + 1] = name end
  values = read_values(values or "")
  if #list == 0 or #values == 0 then
    error("'" .. text .. "' is not of the form walls=0..3 or edge_jump=true,false", 0)
  end
  return list, values
end

local function describe(result)
  if result.value == "draw" then return result.endless and "a draw by repetition" or "a draw" end
  return ("seat %d wins in %d %s"):format(result.winner, result.plies,
    result.plies == 1 and "ply" or "plies")
end

-- Counts the first moves with the same result as the best one.
local function holding(result)
  local count = 0
  for _, move in ipairs(result.moves) do
    if move.value == result.value then count = count + 1 end
  end
  return ("%d of %d"):format(count, #result.moves)
end

local function row(name, value, result, message)
  if not result then
    print(("%-20s%5s   not solved: %s"):format(name, value, message))
    return
  end
  print(("%-20s%5s   %-24s%-10s%-8s%12d"):format(name, value, describe(result), holding(result),
    result.line[1], result.positions))
end

local function solve(spec, names, value)
  local options = {}
  for i, name in ipairs(names) do options[i] = name .. "=" .. value end
  local joined = spec .. (spec:find ":" and "," or ":") .. table.concat(options, ",")
  local opened, game = pcall(lab.game, joined)
  if not opened and game:find "has no option" then error(game, 0) end
  if not opened then return nil, game end
  return lab.solve(game, { memory = megabytes })
end

for i, experiment in ipairs(experiments) do
  if i > 1 then print() end
  local spec, axis = table.unpack(experiment)
  local names, values = read_axis(axis)
  print(spec)
  print(("%-20s%5s   %-24s%-10s%-8s%12s"):format("option", "", "result", "keep it", "best",
    "positions"))
  for _, value in ipairs(values) do
    row(table.concat(names, "+"), value, solve(spec, names, value))
  end
end

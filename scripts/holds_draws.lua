-- From which budget on does mcts never lose a drawn position?
--
--   boardlab run scripts/holds_draws.lua [POSITIONS [GAME [FIRST [LAST]]]]
--
-- Finds up to POSITIONS different positions (default 100) of GAME (default tictacdoh) that are
-- drawn under perfect play but have a move that loses: each game is solved ply by ply, and goes
-- on with a random move that keeps the draw. Searches each with FIRST iterations, and with twice
-- as many up to LAST (default 1000 to 256000). A position is lost if the bot `mcts` may choose a
-- losing move: the best one, or one that has at least 80% of its visits (variety=0.2). Prints
-- the share of moves that lose, and how many positions are lost at each budget. The same
-- arguments give the same table on any machine.
-- Takes 30 seconds on two cores.

local lab = require "boardlab"

local function count(text, name)
  local number = math.tointeger(tonumber(text))
  if number and number >= 1 then return number end
  error(("%s must be 1 or more, not '%s'"):format(name, text), 0)
end

local positions = count(arg[1] or 100, "POSITIONS")
local game = lab.game(arg[2] or "tictacdoh")
local first, last = count(arg[3] or 1000, "FIRST"), count(arg[4] or 256000, "LAST")
local rng = lab.rng(1)
local IDLE_MAX = 20
local known = {} -- keys of the positions found

-- The moves of a solved position with this value.
local function moves_with(value, solved)
  local list = {}
  for _, move in ipairs(solved.moves) do
    if move.value == value then list[#list + 1] = move.move end
  end
  return list
end

-- Adds the positions of a drawn game that can be lost: { state, losing moves as a set }.
local function collect(found)
  local line, state = "", game:start()
  while not state:outcome() and #found < positions do
    local solved, message = lab.solve(game, { play = line, quick = true })
    if not solved then error(message, 0) end
    if solved.value ~= "draw" then error(game:spec() .. " is not a draw", 0) end
    local losing = moves_with("loss", solved)
    if #losing > 0 and not known[state:key()] then
      known[state:key()] = true
      found[#found + 1] = { state = state:copy(), loses = {}, share = #losing / #solved.moves }
      for _, move in ipairs(losing) do found[#found].loses[move] = true end
    end
    local move = rng:pick(moves_with("draw", solved))
    line = line .. " " .. move
    state:play(move)
  end
end

-- Whether mcts may choose a losing move.
local function may_lose(position, iterations)
  local state = position.state
  local _, moves = lab.search.mcts(state, { iterations = iterations, rng = rng })
  local best = moves[1]
  for i, move in ipairs(moves) do
    local candidate = i == 1 or
      not best.proven and not move.proven and move.visits >= 0.8 * best.visits
    if candidate and position.loses[state:text(move.move)] then return true end
  end
  return false
end

local found, share = {}, 0
local idle = 0 -- games in a row without a new position
while #found < positions and idle < IDLE_MAX do
  local before = #found
  collect(found)
  idle = #found > before and 0 or idle + 1
end
if #found == 0 then error(game:spec() .. ": no drawn position can be lost", 0) end
for _, position in ipairs(found) do share = share + position.share / #found end
print(("%s: %d drawn positions, in which %s of the moves lose\n"):format(game:spec(), #found,
  lab.percent(share)))
print(("%10s%8s"):format("iterations", "lost"))
local iterations = first
while iterations <= last do
  local lost = 0
  for _, position in ipairs(found) do
    if may_lose(position, iterations) then lost = lost + 1 end
  end
  print(("%10d%8d"):format(iterations, lost))
  iterations = 2 * iterations
end

-- Plays random games by rules files as a plain Lua program would: over plain tables, without
-- boardlab. This is what the speed of games in Lua is compared with.
--
--     lua5.4 tests/lua/yardsticks/plain.lua SECONDS FILE…
--
-- For each file, prints its path and the games per second of processor time, with the default
-- options. A file may need no more of boardlab than `lab.rules` and `lab.pass`.

local random = math.random
local PASS = 0xffffffff -- lab.pass

package.preload.boardlab = function()
  return { rules = function(definition) return definition end, pass = PASS }
end

local function options_of(rules)
  local values = {}
  for name, option in pairs(rules.options or {}) do
    values[name] = type(option) == "table" and option.default or option
  end
  return values
end

local function new_field(size)
  local count = type(size) == "table" and size[1] or size
  if count == 1 and type(size) ~= "table" then return 0 end
  local field = {}
  for i = 1, count do field[i] = 0 end
  return field
end

-- Returns a function that plays a game and returns its plies.
local function player_of(rules)
  local o = options_of(rules)
  local seats, max_plies = o.players or rules.seats or 2, rules.max_plies or 1000
  local fields = type(rules.state) == "function" and rules.state(o) or rules.state
  local moves, play, next_seat, outcome = rules.moves, rules.play, rules.next_seat, rules.outcome

  local function new_position()
    local s = {}
    for name, size in pairs(fields) do s[name] = new_field(size) end
    if rules.start then rules.start(s, random, o) end
    return s
  end

  return function()
    local s, seat, passed = new_position(), 1, 0
    for ply = 1, max_plies do
      local list, mover = moves(s, seat, o), seat
      local move, after
      if #list == 0 then
        passed, move = passed + 1, PASS
      else
        passed, move = 0, list[random(#list)]
        after = play(s, move, mover, o)
      end
      seat = after or mover % seats + 1
      seat = next_seat and next_seat(s, mover, move, o) or seat
      if outcome(s, mover, o, move) or passed == seats then return ply end
    end
    return max_plies
  end
end

local seconds = assert(tonumber(arg[1]), "the first argument is a number of seconds")
for i = 2, #arg do
  local play_game = player_of(dofile(arg[i]))
  local games, from, took, chunk = 0, os.clock(), 0, 1
  repeat
    for _ = 1, chunk do play_game() end
    games = games + chunk
    local before = took
    took = os.clock() - from
    if took - before < 0.001 then chunk = chunk * 2 end
  until took >= seconds
  print(("%s\t%.0f"):format(arg[i], games / took))
end

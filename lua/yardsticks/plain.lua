-- Plays random games with the functions of a rules file as a plain Lua program would: over plain
-- tables, without boardlab. `boardlab bench` runs it beside a game in Lua, as a yardstick.
--
-- Arguments: the file's definition, its options, the number of seats, the ply limit, a function
-- that returns the time in seconds, and how long to play. Returns the games, plies and seconds.

local rules, o, seats, max_plies, clock, seconds = ...
local random = math.random

local function new_field(size)
  local count = type(size) == "table" and size[1] or size
  if count == 1 and type(size) ~= "table" then return 0 end
  local field = {}
  for i = 1, count do field[i] = 0 end
  return field
end

local fields = type(rules.state) == "function" and rules.state(o) or rules.state

local function new_position()
  local s = {}
  for name, size in pairs(fields) do s[name] = new_field(size) end
  if rules.start then rules.start(s, random, o) end
  return s
end

local moves, play, next_seat, outcome = rules.moves, rules.play, rules.next_seat, rules.outcome

local PASS = 0xffffffff -- lab.pass

local function play_game()
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

local games, plies, from, took, chunk = 0, 0, clock(), 0, 1
repeat
  for _ = 1, chunk do plies = plies + play_game() end
  games = games + chunk
  local before = took
  took = clock() - from
  if took - before < 0.001 then chunk = chunk * 2 end
until took >= seconds
return games, plies, took

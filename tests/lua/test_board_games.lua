-- Hex, Reversi, Breakthrough and Kalah in lua/games: positions made by hand for each rule, known
-- counts and values, and the yardsticks as second implementations.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local test, eq, raises = check.test, check.eq, check.raises

local KALAH = "games/kalah.lua"

local function start(spec, line)
  local s = lab.game(spec):start()
  return line and s:play(line) or s
end

local function texts(s)
  local list = {}
  for i, move in ipairs(s:moves()) do list[i] = s:text(move) end
  return table.concat(list, " ")
end

local function leaves(s, depth)
  if depth == 1 then return s:count() end
  local sum = 0
  for _, move in ipairs(s:moves()) do
    local after = s:after(move)
    if after:seat() then sum = sum + leaves(after, depth - 1) end
  end
  return sum
end

local function perft(spec, counts)
  local s = start(spec)
  for depth, count in ipairs(counts) do eq(leaves(s, depth), count, spec .. " to " .. depth) end
end

-- ---- kalah -----------------------------------------------------------------

-- A position of Kalah(6,4): the houses and the store of seat 1, then those of seat 2.
local function kalah(pit, seat) return start(KALAH):set { pit = pit, seat = seat or 1 } end

local function pits(s)
  local list = {}
  for i = 1, #s.pit do list[i] = s.pit[i] end
  return table.concat(list, ",")
end

test("kalah: sowing, and another turn after a last seed in the store", function()
  local s = start(KALAH, "c")
  eq({ s:seat(), pits(s), s.again }, { 1, "4,4,0,5,5,5,1,4,4,4,4,4,4,0", 0 })
  s:play "f"
  eq({ s:seat(), pits(s) }, { 2, "4,4,0,5,5,0,2,5,5,5,5,4,4,0" })
  eq(texts(s), "A B C D E F")
  s:play "B"
  eq({ s:seat(), pits(s) }, { 2, "4,4,0,5,5,0,2,5,0,6,6,5,5,1" })
  eq(texts(s), "A C D E F")
  raises("'B' is not a legal move", s.play, s, "B")
end)

test("kalah: the opponent's store is left out", function()
  local s = kalah("0,1,0,0,0,9,0,1,0,0,0,0,0,0"):play "f"
  eq({ s:seat(), pits(s) }, { 2, "1,2,0,0,0,0,1,2,1,1,1,1,1,0" })
  s = kalah("1,0,0,0,0,0,0,0,1,0,0,0,9,0", 2):play "F"
  eq({ s:seat(), pits(s) }, { 1, "2,1,1,1,1,1,0,1,2,0,0,0,0,1" })
end)

test("kalah: a last seed in an empty house captures the house opposite", function()
  local s = kalah("1,0,3,0,0,0,5,2,2,2,2,7,2,1"):play "a"
  eq({ s:seat(), pits(s) }, { 2, "0,0,3,0,0,0,13,2,2,2,2,0,2,1" })
  s = kalah("1,2,3,4,5,6,0,1,0,0,0,0,2,1", 2):play "A"
  eq({ s:seat(), pits(s) }, { 1, "1,2,3,4,0,6,0,0,0,0,0,0,2,7" })
  eq(pits(kalah("1,1,3,0,0,0,5,2,2,2,2,7,2,1"):play "a"), "0,2,3,0,0,0,5,2,2,2,2,7,2,1",
    "the house was not empty")
  eq(pits(kalah("0,0,3,0,0,2,5,0,2,2,2,7,2,1"):play "f"), "0,0,3,0,0,0,6,1,2,2,2,7,2,1",
    "the house is the opponent's")
  eq(pits(kalah("13,0,0,0,0,0,0,1,1,1,1,1,1,0"):play "a"), "0,1,1,1,1,1,4,2,2,2,2,2,0,0",
    "around the board into the house it came from")
end)

test("kalah: nothing is captured if the house opposite is empty, unless empty_capture", function()
  local pit = "1,0,3,0,0,0,5,2,2,2,2,0,2,1"
  eq(pits(kalah(pit):play "a"), "0,1,3,0,0,0,5,2,2,2,2,0,2,1")
  eq(pits(start(KALAH .. ":empty_capture=true"):set { pit = pit }:play "a"),
    "0,0,3,0,0,0,6,2,2,2,2,0,2,1")
end)

test("kalah: the end", function()
  local s = kalah("0,0,0,0,0,1,20,1,2,0,0,0,0,24"):play "f"
  eq({ pits(s), s:winners() }, { "0,0,0,0,0,0,21,0,0,0,0,0,0,27", { 2 } })
  s = kalah("0,0,0,0,0,1,23,1,2,0,0,0,0,21"):play "f"
  eq({ s:outcome(), s:winners() }, { "draw", {} })
  s = kalah("0,1,0,0,1,0,21,0,0,0,0,0,5,20", 1):play "e"
  eq({ s:seat(), s:outcome() }, { 2, nil }, "seeds are left on both sides")
  s = kalah("0,2,1,0,1,0,22,1,0,0,0,0,0,21", 2):play "A"
  eq({ s:winners(), pits(s) }, { { 1 }, "0,0,0,0,0,0,25,0,0,0,0,0,0,23" }, "capturing as it ends")
  eq(kalah("0,2,1,0,1,0,22,0,0,0,0,0,0,22", 2):winners(), { 1 }, "set up by hand")
end)

test("kalah: notation, drawing, options", function()
  eq(start(KALAH, "c f B"):draw(), [[
     F  E  D  C  B  A   seat 2
     5  5  6  6  0  5
  1                    2
     4  4  0  5  5  0
     a  b  c  d  e  f   seat 1
seat 2 to move]])
  local s = start(KALAH .. ":houses=12,seeds=12")
  eq({ #s.pit, s.pit[24], texts(s) }, { 26, 12, "a b c d e f g h i j k l" })
  raises("houses=0 is not allowed", lab.game, KALAH .. ":houses=0")
  raises("did you mean 'seeds'?", lab.game, KALAH .. ":seed=3")
end)

-- Kalah once more, by lists of houses from the view of the player to move. Returns 1 if that
-- player wins, 0 for a draw, -1 for a loss.
local function kalah_value(mine, stored, theirs, lost, known)
  local key = table.concat(mine, ",") .. ":" .. stored .. ":" .. table.concat(theirs, ",")
  if known[key] then return known[key] end
  local best = -1
  for i = 1, #mine do
    local side, store, j, hand = { table.unpack(mine) }, stored, i, mine[i]
    local far, other, again = { table.unpack(theirs) }, lost, false
    side[i] = 0
    local near = true -- whether j is a house on this player's side
    for left = hand, 1, -1 do
      j, again = j + 1, false
      if j <= #mine then
        local list = near and side or far
        list[j] = list[j] + 1
      elseif near then
        store, near, again, j = store + 1, false, true, 0
      else
        near, j = true, 1
        side[1] = side[1] + 1
      end
      local opposite = #mine + 1 - j
      if left == 1 and near and side[j] == 1 and far[opposite] > 0 then
        store, side[j], far[opposite] = store + 1 + far[opposite], 0, 0
      end
    end
    local a, b = 0, 0
    for k = 1, #mine do a, b = a + side[k], b + far[k] end
    local value
    if hand == 0 then
      value = -1
    elseif a == 0 or b == 0 then
      local lead = store + a - other - b
      value = lead > 0 and 1 or lead < 0 and -1 or 0
    elseif again then
      value = kalah_value(side, store, far, other, known)
    else
      value = -kalah_value(far, other, side, store, known)
    end
    best = math.max(best, value)
  end
  known[key] = best
  return best
end

-- The values are those of Irving, Donkers and Uiterwijk, Solving Kalah (2000).
test("kalah: solved values of small boards", function()
  for houses, row in ipairs { { 0, -1, 1, -1, 1, 0 }, { 1, -1, -1, -1, 1, 1 }, { 0, 1 } } do
    for seeds, wanted in ipairs(row) do
      local side = {}
      for i = 1, houses do side[i] = seeds end
      local spec = ("%s:houses=%d,seeds=%d"):format(KALAH, houses, seeds)
      eq(kalah_value(side, 0, side, 0, {}), wanted, spec)
      local winner = lab.solve(spec).winner
      eq(winner == 1 and 1 or winner == 2 and -1 or 0, wanted, spec)
    end
  end
end)

-- The counts come from a program of its own.
test("kalah: perft", function()
  perft(KALAH, { 6, 35, 185, 942, 4690 })
  perft(KALAH .. ":houses=3,seeds=2", { 3, 8, 19, 40, 81, 150, 265, 431 })
end)

return check.done()

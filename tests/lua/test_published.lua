-- Values that others have published, each with its source: counts of moves and positions, and who
-- wins under perfect play. What takes longer than a second or two was only run by hand, with the
-- command that is named. For Abalone, Nine Men's Morris, Pente and Santorini no counts were found;
-- test_boards.lua and test_known_games.lua compare them with slow second implementations.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local positions = require "positions"
local test, eq = check.test, check.eq
local start, leaves = positions.start, positions.leaves

-- 1 if seat 1 wins under perfect play, -1 if seat 2 does, 0 for a draw.
local function value(spec, set)
  local winner = lab.solve(spec, { quick = true, set = set }).winner
  return winner == 1 and 1 or winner == 2 and -1 or 0
end

-- Aart Bik, Computing deep perft and divide numbers for checkers (ICGA Journal 35, 2012). Depths up
-- to 10, 18,391,564 leaves: boardlab perft games/draughts.lua --depth 10.
test("English draughts: perft", function()
  local s = start "games/draughts.lua"
  for depth, count in ipairs { 7, 49, 302, 1469, 7361, 36768 } do
    eq(leaves(s, depth), count, "depth " .. depth)
  end
end)

-- The tests of the engine TangilJ/Onitama (github.com/TangilJ/Onitama, test/perfttest.cpp), whose
-- author has the values from other players of the game. Cards by their numbers in the rules: those
-- of seat 1, of seat 2, and the one beside the board. A game that has ended counts as a leaf.
local function ends(s, depth)
  if not s:seat() then return 1 end
  if depth == 1 then return s:count() end
  local sum = 0
  for _, move in ipairs(s:moves()) do sum = sum + ends(s:after(move), depth - 1) end
  return sum
end

test("Onitama: perft", function()
  for _, case in ipairs {
    { "12,14,6,11", "5", 10, 130, 1989, 28509 }, { "1,8,4,16", "3", 9, 72, 880, 10374 },
    { "2,7,10,15", "13", 10, 120, 1272, 16445 }, { "2,5,1,9", "10", 11, 143, 1807, 23949 },
  } do
    local s = start "games/onitama.lua"
    s:set("card", case[1]):set("aside", case[2])
    for depth = 1, 4 do eq(ends(s, depth), case[depth + 2], case[1] .. ", depth " .. depth) end
  end
end)

-- 2176 first turns are in all papers about the game. Two turns, 4,307,152: boardlab perft
-- games/amazons.lua --depth 4, since a turn is two plies here.
test("Amazons: perft", function() eq(leaves(start "games/amazons.lua", 2), 2176) end)

-- G. Irving, J. Donkers, J. Uiterwijk, Solving Kalah (ICGA Journal 23, 2000): the result for the
-- first player, by houses (rows) and seeds in each (columns). Captures need a seed opposite.
test("Kalah with 1 to 3 houses", function()
  for houses, row in ipairs { { 0, -1, 1, -1, 1, 0 }, { 1, -1, -1, -1, 1, 1 },
    { 0, 1, 1, 1, 1, -1 } } do
    for seeds, wanted in ipairs(row) do
      local spec = ("games/kalah.lua:houses=%d,seeds=%d"):format(houses, seeds)
      eq(value(spec), wanted, spec)
    end
  end
end)

local function connect_four(columns, rows)
  return ("games/connect_four.lua:columns=%d,rows=%d"):format(columns, rows)
end

-- John Tromp, John's Connect Four Playground (tromp.github.io/c4/c4.html): draws. So is 4×5:
-- boardlab solve games/connect_four.lua:columns=4,rows=5 --quick.
test("Connect Four on small boards", function()
  eq(value(connect_four(4, 4)), 0)
  eq(value(connect_four(5, 4)), 0)
end)

-- The number of positions that can be reached, by their keys.
local function count_positions(s, known)
  if known[s:key()] then return 0 end
  known[s:key()] = true
  local sum = 1
  for _, move in ipairs(s:seat() and s:moves() or {}) do
    sum = sum + count_positions(s:after(move), known)
  end
  return sum
end

-- The same page; a row for each number of rows, from one column on.
test("Connect Four: positions of small boards", function()
  for rows, row in ipairs { { 2, 5, 13, 35, 96 }, { 3, 18, 116, 741 }, { 4, 58, 869, 12031 },
    { 5, 179, 6000 }, { 6, 537 }, { 7, 1571 } } do
    for columns, count in ipairs(row) do
      local spec = connect_four(columns, rows)
      eq(count_positions(start(spec), {}), count, spec)
    end
  end
end)

-- The table in the rules of Quoridor, as far as it is cheap. Its pawns face each other.
test("Quoridor on small boards", function()
  local page = arg[0]:match "^(.*/)" .. "../../core/games/quoridor/RULES.md"
  local file <close> = assert(io.open(page))
  local text = file:read "a":match "## Exact values.*"
  local most = { ["5×3"] = 10, ["3×5"] = 10, ["4×5"] = 2, ["5×5"] = 2, ["7×5"] = 1, ["3×7"] = 2,
    ["4×7"] = 1, ["5×7"] = 1, ["3×9"] = 1 }
  local solved = 0
  for columns, rows, row in text:gmatch "| (%d)×(%d) |([^\n]*)" do
    local walls, limit = 0, most[columns .. "×" .. rows]
    local set = columns == "4" and "pawn2=b" .. rows or nil
    for seat in row:gmatch "(%d) |" do
      if walls <= limit then
        local spec = ("quoridor:columns=%s,rows=%s,walls=%d"):format(columns, rows, walls)
        eq(value(spec, set), seat == "1" and 1 or -1, spec)
        solved = solved + 1
      end
      walls = walls + 1
    end
  end
  eq(solved, 39)
end)

-- Michael Keller, Can't Stop? Try the rule of 28 (World Game Review 6, 1986): a player with
-- runners on 6, 7 and 8 is not bust with 92% of all rolls, with runners on 2, 3 and 12 with 44%.
test("Can't Stop: rolls that are not bust", function()
  local function rate(runner)
    local s, good = start("games/cant_stop.lua"):set { runner = runner }, 0
    for i = 0, 6 ^ 4 - 1 do
      local dice = { i // 1 % 6 + 1, i // 6 % 6 + 1, i // 36 % 6 + 1, i // 216 % 6 + 1 }
      for k = 1, 4 do dice[k] = ("%d"):format(dice[k]) end
      table.sort(dice)
      local after = s:after(table.concat(dice))
      if after:text(after:moves()[1]) ~= "bust" then good = good + 1 end
    end
    return lab.percent(good / 6 ^ 4)
  end
  eq({ rate "0,0,0,0,1,1,1,0,0,0,0", rate "1,1,0,0,0,0,0,0,0,0,1" }, { "92.0%", "43.8%" })
end)

return check.done()

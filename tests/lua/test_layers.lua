-- Layers of variants, with the maximum of everything. Even what is refused must not write
-- out of bounds: run this under the sanitizers.

package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path
local check = require "check"
local lab = require "boardlab"
local test, eq = check.test, check.eq

local function variant(text)
  return check.file('local lab = require "boardlab"\n' .. text)
end

-- A file with a variant of a variant. Both layers have the spec of the file.
local TWO = [[local inner = lab.variant { name = "inner", base = "quoridor", vars = { a = 1 } }
  return lab.variant { name = "outer", base = inner, vars = { b = 2, refused = 0 },
    after = function(s)
      local whole = lab.game "@FILE@":start()
      s.refused = pcall(function() %s end) and 0 or 1
    end }]]

test("a position of one layer cannot be assigned to another layer", function()
  for _, action in ipairs { "whole:assign(s)", "s:assign(whole)" } do
    local s = lab.game(variant(TWO:format(action))):start():play "e2"
    eq(s.refused, 1, action)
    eq({ s:pawn(1), s:pawn(2), s.a, s.b }, { "e2", "e9", 1, 2 }, action)
  end
end)

test("a hook cannot use a game that was closed to open it with other options", function()
  local spec = variant [[local first
    local base = lab.rules { options = { n = 1 },
      start = function(s) first = first or s:game() end,
      moves = function(s)
        local good, why = pcall(first.seats, first)
        assert(good or why:find "has been closed", why)
        return { good and 1 or 2, s:game():option "n" }
      end,
      play = function() end }
    return lab.variant { base = base, vars = { x = 0 } }]]
  eq(lab.game(spec):start():moves(), { 1, 1 })
  eq(lab.game(spec .. ":n=3"):start():moves(), { 2, 3 })
end)

test("finalizers and closing functions take only their own values", function()
  local game = lab.game "quoridor"
  local finalize = debug.getmetatable(game).__gc
  check.raises("game expected", finalize, game:start())
  check.raises("game expected", finalize, lab.rng(1))
  check.raises("game expected", finalize, io.stdout)
  check.raises("game expected", finalize)
  eq(game:seats(), 2)
  -- Those of a call in progress are among its temporary values.
  local clear, context
  lab.simulate { game = "quoridor", games = 1000000, progress = function()
    for i = 1, 10 do
      local _, value = debug.getlocal(2, i)
      if type(value) == "userdata" then context = value end
    end
    clear = debug.getmetatable(context).__close
    check.raises("expected, got", clear, game)
    check.raises("expected, got", clear, io.stdout)
    return false -- ends the run
  end }
  check.raises("expected, got", debug.getmetatable(context).__gc, lab.rng(1))
  check.ok(clear and context, "the value was found")
end)

test("extra moves in addition to the maximum number of moves", function()
  local most = variant [[local list = {}
    for i = 1, 32768 do list[i] = i end
    return lab.rules { max_moves = 32768, moves = function() return list end,
      play = function() end }]]
  local more = variant([[local list = {}
    for i = 1, 256 do list[i] = "x" .. i end
    return lab.variant { base = "]] .. most:match "[^/]+$" .. [[",
      extra = function() return list end, play = function() end }]])
  local good, count = pcall(function() return lab.game(more):start():count() end)
  check.ok(not good or count == 32768 + 256, "all of them, or an error")
end)

test("many layers in one file", function()
  for _, layers in ipairs { 8, 20, 60, 150 } do
    local path = variant(([[local v = "dorix"
      for i = 1, %d do v = lab.variant { base = v, vars = { ["v" .. i] = i } } end
      return v]]):format(layers))
    local good, s = pcall(function() return lab.game(path):start():play "a1" end)
    check.ok(not good or s:owner "a1" == 1, layers .. " layers")
    check.ok(good or layers > 8, "eight layers, at least")
  end
end)

test("a file that is its own base is refused", function()
  local file = variant 'return lab.variant { base = "@FILE@", vars = { a = 1 } }'
  check.raises("is one its own base?", lab.game, file)
end)

return check.done()

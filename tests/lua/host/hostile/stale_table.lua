-- Indexes a variable of the enclosing function by a comparison. Lua before 5.4.8 may
-- then index what another function has left on the stack instead: here the table
-- behind the read-only `string`, which outlives the game, to count games.
-- expect before 5.4.8: open: stale_table.lua:8: Lua before 5.4.8 compiles
-- expect: fine
local own, games = {}, 0

local function get(key) return own[key == 1] end
local function set(key) own[key == 1] = games end

return { choose = function(s)
  pairs(string)
  games = get(1)
  games = (games or 0) + 1
  pairs(string)
  set(1)
  return s:moves()[games]
end }

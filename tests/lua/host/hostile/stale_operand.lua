-- An operation on bits in a function with more than 255 constants. Lua before 5.4.6
-- may then use what another function has left on the stack as the first operand: here
-- the table behind the read-only `string`, which outlives the game, to count games.
-- expect before 5.4.6: forfeit: compiles this line incorrectly
-- expect: fine
return { choose = function(s)
  local list = {}
  for i = 1, 300 do list[i] = ("'%d'"):format(i) end
  local code = "local thing = ... do local list = {" .. table.concat(list, ",") ..
    "} end pairs(string) return 1, 2, 1000 ~ (thing or thing)"
  local found
  local thing = setmetatable({}, { __bxor = function(left)
    found = left
    return 0
  end })
  assert(load(code))(thing)
  if type(found) == "table" then
    found.games = (found.games or 0) + 1
    return s:moves()[found.games]
  end
  return s:random_move()
end }

-- Changes an element of each kind to one that is nearly the same, in the array of a table, among
-- its other keys, and in upvalues.
local list, keys = { true, 1, 0.0, "a", 5 }, { x = false, y = 2, z = 0.0, u = "b" }
local flag, number, zero = true, 3, 0.0
local NEXT = {
  function() list[1] = not list[1] end,
  function() list[2] = list[2] + 0.0 end,
  function() list[3] = -list[3] end,
  function() list[4] = #list[4] == 1 and ("a"):rep(50) or "a" end,
  function() list[6] = 6 end,
  function() list[6] = nil end,
  function() keys.x = not keys.x end,
  function() keys.y = keys.y + 1 end,
  function() keys.z = -keys.z end,
  function() keys.u, keys.v = keys.v, keys.u end,
  function() flag = not flag end,
  function() number = number * 1.0 end,
  function() zero = -zero end,
}
return {
  choose = function(s, me)
    local m, n = s:moves(), #list + keys.y + #list[4]
    n = n + (list[1] and 1 or 0) + (keys.x and 3 or 0) + (keys.u and 7 or 0) + (flag and 11 or 0)
    n = n + (math.type(list[2]) == "float" and 17 or 0) + (math.type(number) == "float" and 19 or 0)
    for i, value in ipairs { 1 / list[3], 1 / keys.z, 1 / zero } do
      n = n + (value > 0 and 29 * i or 0)
    end
    NEXT[me.rng(#NEXT)]()
    return m[n % #m + 1]
  end,
}

-- Counts moves in an upvalue.
local n = 0
return {
  choose = function(s)
    n = n + 1
    local m = s:moves()
    return m[n % #m + 1]
  end,
}

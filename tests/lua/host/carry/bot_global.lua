-- Counts games in a global.
return {
  choose = function(s)
    n = (n or 0) + 1 -- luacheck: ignore
    local m = s:moves()
    return m[n % #m + 1] -- luacheck: ignore
  end,
}

-- Counts in a table behind a metatable.
local hidden = { n = 0 }
local shown = setmetatable({}, { __index = hidden })
return {
  choose = function(s)
    hidden.n = shown.n + 1
    local m = s:moves()
    return m[shown.n % #m + 1]
  end,
}

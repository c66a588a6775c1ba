-- Hides values in the length of a list with holes, which depends on how it was made.
local list = { 1, nil, 3, nil }
return {
  choose = function(s)
    local m = s:moves()
    local length = #list
    for i = 5, 5 + #m do list[i] = i end
    for i = 5, 5 + #m do list[i] = nil end
    return m[length % #m + 1]
  end,
}

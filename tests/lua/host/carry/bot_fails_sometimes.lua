-- Fails in some games, and leaves what it was doing half done.
local busy = 0
return {
  choose = function(s)
    busy = busy + 1
    local m = s:moves()
    if m[math.random(#m)] % 5 == 0 then error("in the middle of " .. busy) end
    return m[busy % #m + 1]
  end,
}

-- Gives a table that it reaches a metatable during the game, with a counter behind it.
local config = {}
local hidden = { n = 0 }
return {
  choose = function(s)
    local m = s:moves()
    local n = (config.n or 0) + 1
    setmetatable(config, { __index = { n = n } })
    return m[(n + #hidden) % #m + 1]
  end,
}

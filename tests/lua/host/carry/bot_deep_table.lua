-- Counts moves in a table that a helper function reaches.
local config = { weights = { { 1, 2 }, { 3, 4 } }, name = "deep" }
local function count()
  config.weights[2][1] = config.weights[2][1] + 1
  return config.weights[2][1]
end
local helpers = { count = count }
return {
  choose = function(s)
    local m = s:moves()
    return m[helpers.count() % #m + 1]
  end,
}

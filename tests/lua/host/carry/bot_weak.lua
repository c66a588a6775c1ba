-- Makes a table weak after setmetatable has looked, so that garbage collection shows.
local meta = {}
local cache = setmetatable({}, meta)
local moves = 0
return {
  choose = function(s)
    moves = moves + 1
    if moves % 3 == 0 then meta.__mode = "v" end
    cache[#cache + 1] = { moves }
    for i = 1, 200 do local _ = { i } end
    local m = s:moves()
    return m[#cache % #m + 1]
  end,
}

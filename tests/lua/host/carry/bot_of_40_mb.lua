-- Uses 40 of 64 MB, which is allowed in every game.
local kept = {}
local function fill()
  for i = 1, 400 do
    local part = {}
    for j = 1, 6000 do part[j] = j end
    kept[i] = part
  end
end
return {
  choose = function(s)
    if not kept[1] then fill() end
    return s:random_move()
  end,
}

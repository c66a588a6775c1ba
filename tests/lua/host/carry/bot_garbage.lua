-- Keeps nothing, but leaves much garbage, and needs 40 MB in each move.
return {
  choose = function(s)
    local all = {}
    for i = 1, 400 do
      local part = {}
      for j = 1, 6000 do part[j] = j end
      all[i] = part
    end
    return #all > 0 and s:random_move()
  end,
}

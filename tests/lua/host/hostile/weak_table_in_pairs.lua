-- A table that is to become weak, and to lose entries to a collection at the memory limit while `next`
-- lists its keys.
-- expect: fine
return {
  choose = function(s)
    local numbers, kept, meta = {}, {}, {}
    for i = 1, 900 do numbers[i] = i end
    local t = setmetatable({}, meta)
    pcall(function() meta.__mode = "v" end)
    for round = 1, 16 do
      for _ = 1, 62 do kept[#kept + 1] = { table.unpack(numbers) } end
      for i = 1, 3000 do t[i] = {} end
      local key, value = next(t)
      if key == nil or value == nil then error("lost an entry in round " .. round) end
    end
    return s:random_move()
  end,
}

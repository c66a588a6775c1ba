-- A table that is to become weak, and to lose entries to a collection at the memory limit while `next`
-- lists its keys.
-- expect: fine
return {
  choose = function(s)
    local numbers, kept, meta = {}, {}, {}
    for i = 1, 900 do numbers[i] = i end
    local t = setmetatable({}, meta)
    meta.__mode = "v"
    for round = 1, 16 do
      for _ = 1, 62 do kept[#kept + 1] = { table.unpack(numbers) } end
      for i = 1, 3000 do t[i] = {} end
      local key, value = next(t)
      if key ~= nil and value == nil then error("key without a value in round " .. round) end
    end
    return s:random_move()
  end,
}

-- Makes a metatable weak and fills tables through its __newindex up to the memory
-- limit. Lua then collects garbage, and before 5.4.8 it frees the table that it is
-- writing to.
-- expect: fine
-- budget: 20000000
return { choose = function(s)
  local kept = {}
  for i = 1, 24 do
    kept[i] = {}
    for j = 1, 16384 do kept[i][j + 0.5] = j end
  end
  local weak = {}
  local meta = setmetatable({}, weak)
  local front = setmetatable({}, meta)
  weak.__mode = "v"
  for _ = 1, 20 do
    meta.__newindex = {}
    for i = 1, 8200 do front[i + 0.5] = i end
  end
  return s:random_move()
end }

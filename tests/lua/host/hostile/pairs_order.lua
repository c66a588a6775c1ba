-- Decides by the order of keys, which must be the same everywhere.
-- expect: fine
return { choose = function(s)
  local t, order = {}, {}
  for i = 1, 40 do t["key" .. i * 7919 % 1000] = i end
  for key, i in pairs(t) do order[#order + 1] = key .. i end
  for key in next, t do order[#order + 1] = key end
  local hash = 0
  for i, word in ipairs(order) do
    for j = 1, #word do hash = (hash * 31 + word:byte(j) * i) % 1000003 end
  end
  local moves = s:moves()
  return moves[hash % #moves + 1]
end }

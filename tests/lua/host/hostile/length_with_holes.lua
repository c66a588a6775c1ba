-- Chooses by the lengths of lists with holes, which depend on when Lua finds no room for
-- a new key, and that on the seed of the hash of strings.
-- expect: fine
return { choose = function(s)
  local sum = 0
  for n = 1, 60 do
    local t = {}
    for i = 1, n do
      t["k" .. i] = i
      t["k" .. i - 2] = nil
      if i % 3 ~= 0 then t[i] = i end
    end
    sum = 7 * sum + #t
  end
  local moves = s:moves()
  return moves[sum % #moves + 1]
end }

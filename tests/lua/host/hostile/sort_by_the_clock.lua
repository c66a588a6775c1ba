-- Lua's own sort reads the clock if a list is hard to sort. An adversarial order forces
-- that, and the comparisons it is asked for then reveal the clock.
-- expect: fine
return { choose = function(s)
  local n, rank, next_rank, asked = 300, {}, 0, 0
  local list = {}
  for i = 1, n do list[i] = i end
  local candidate = 0
  pcall(table.sort, list, function(a, b)
    asked = (asked * 31 + a * 7 + b) % 1000003
    if not rank[a] and not rank[b] then
      next_rank = next_rank + 1
      rank[a == candidate and a or b] = next_rank
    end
    if not rank[a] then candidate = a elseif not rank[b] then candidate = b end
    return (rank[a] or n + 1) < (rank[b] or n + 1)
  end)
  local moves = s:moves()
  return moves[asked % #moves + 1]
end }

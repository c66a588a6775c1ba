-- Fills its memory almost completely, then creates garbage: every allocation collects it all.
-- expect: forfeit: thrash_at_the_cap.lua:6: exceeded its budget
return { choose = function(s)
  local kept = {}
  for i = 1, 60000 do kept[i] = { i } end
  for i = 1, 100000 do kept[i] = { i, i, i, i } end
  while true do local _ = {} end
end }

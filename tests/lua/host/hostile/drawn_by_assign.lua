-- Draws a move in a copy where other moves are legal, then assigns that copy.
-- game: quoridor:size=3,walls=0
-- expect: forfeit: which is not a legal move
return { choose = function(s)
  local now, other = s:copy(), s:copy()
  for _ = 1, 50 do
    other:assign(now):play(other:random_move())
    if other:seat() then
      s:assign(other)
      local later = s:random_move()
      if not now:legal(later) then return later end
    end
  end
  return -1
end }

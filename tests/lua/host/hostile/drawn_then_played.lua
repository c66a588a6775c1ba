-- Draws a move, plays on, and returns a move drawn later, which is mostly illegal now.
-- game: quoridor:size=3,walls=0
-- expect: forfeit: which is not a legal move
return { choose = function(s)
  local now = s:copy()
  for _ = 1, 50 do
    s:assign(now):play(s:random_move())
    if s:seat() then
      local later = s:random_move()
      if not now:legal(later) then return later end
    end
  end
  return -1
end }

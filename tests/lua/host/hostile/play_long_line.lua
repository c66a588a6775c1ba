-- One call that plays ten thousand moves, again and again.
-- game: quoridor
-- expect: forfeit: exceeded its budget
return { choose = function(s)
  local line = ("e2 e8 e1 e9 "):rep(5000)
  while true do s:copy():play(line) end
end }

-- One call of set with thousands of settings, again and again.
-- game: quoridor
-- expect: forfeit: exceeded its budget
return { choose = function(s)
  local settings = ("seat=1 "):rep(9000)
  while true do s:set(settings) end
end }

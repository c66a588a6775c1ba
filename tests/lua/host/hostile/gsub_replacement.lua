-- A long replacement, read at every match, of which nothing comes.
-- expect: forfeit: gsub_replacement.lua:6: exceeded its budget
local long = ("%1"):rep(32000)
local text = ("y"):rep(60000)
return { choose = function(s)
  text:gsub("(x?)", long)
  return s:random_move()
end }

-- An error at the end of thirty thousand accesses: Lua before 5.4.7 looks for a name
-- for the value with a recursion as deep as that.
-- expect: forfeit: more than 100 accesses in a row
return { choose = function()
  local t = {}
  t.x = t
  local f = assert(load("local t = ... return t" .. (".x"):rep(30000) .. ".y.z"))
  error((select(2, pcall(f, t))))
end }

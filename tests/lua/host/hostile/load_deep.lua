-- Loads code that nests too deeply for the C stack.
-- expect: fine
return { choose = function(s)
  assert(not load("return " .. ("("):rep(5000) .. "1" .. (")"):rep(5000)))
  assert(not load(("do "):rep(5000) .. ("end "):rep(5000)))
  assert(not load("return " .. ("{"):rep(5000) .. ("}"):rep(5000)))
  return s:random_move()
end }

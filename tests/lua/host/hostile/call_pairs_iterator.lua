-- Calls the iterator of pairs with an argument that is not a table.
-- expect: fine
return { choose = function(s, me)
  local step = pairs { a = 1, b = 2 }
  for _, x in ipairs { 1, "text", true, print, s, me.rng, 1.5, function() end } do pcall(step, x) end
  pcall(step)
  local codes, matches = utf8.codes "abc", ("abc"):gmatch "."
  for _, x in ipairs { 1, "text", true, print, s } do
    pcall(codes, x, 1)
    pcall(codes, "abc", x)
    pcall(matches, x)
  end
  return s:random_move()
end }

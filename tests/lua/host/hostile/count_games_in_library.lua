-- Remembers a game in functions of the library that are tables inside.
-- expect: fine
return { choose = function(s)
  local _, contents = pairs(string)
  if contents ~= string then
    contents.plies = (contents.plies or 0) + 1
    assert(contents.plies <= 9, "it has seen another game")
  end
  return s:random_move()
end }

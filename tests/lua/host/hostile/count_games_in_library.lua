-- Remembers a game in library functions that are implemented as tables.
-- expect: fine
return { choose = function(s)
  local _, contents = pairs(string)
  if contents ~= string then
    contents.plies = (contents.plies or 0) + 1
    assert(contents.plies <= 9, "it has seen another game")
  end
  return s:random_move()
end }

-- Requires invalid module names.
-- expect: fine
return { choose = function(s)
  for _, name in ipairs { "..", ".", "a..b", ".a", "a.", "", "a/b", "a\\b", "a\0b", ("a"):rep(5000) } do
    assert(not pcall(require, name), name)
  end
  return s:random_move()
end }

-- Gets the metatables of its arguments.
-- expect: fine
return { choose = function(s, me)
  for _, x in ipairs { s, me, me.rng, me.options, s:game(), _G, string, require "boardlab", "" } do
    assert(getmetatable(x) == false)
    assert(not pcall(setmetatable, x, {}))
  end
  return s:random_move()
end }

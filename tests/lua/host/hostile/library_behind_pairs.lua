-- Tries to reach and change the library table behind the proxy that pairs visits.
-- expect: fine
return { choose = function(s, me)
  for _, frozen in ipairs { string, math, _G, require "boardlab", me, me.options } do
    local _, contents = pairs(frozen)
    if type(contents) == "table" then
      assert(rawget(contents, "seen") == nil, "it has seen another game")
      pcall(rawset, contents, "seen", true)
      pcall(function() contents.seen = true end)
      local there, seen = pcall(function() return frozen.seen end)
      assert(not there or seen == nil, "the library has been changed")
    end
  end
  return s:random_move()
end }

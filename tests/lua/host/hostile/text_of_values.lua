-- Converts values to strings: addresses differ between runs and must not show.
-- expect: fine
return { choose = function(s, me)
  local t = {}
  local function clean(...)
    for _, text in ipairs { ... } do
      if type(text) == "string" then assert(not text:find "0x%x%x%x", text) end
    end
  end
  for _, x in ipairs { t, print, function() end, coroutine.create(print), me.rng, me } do
    clean(tostring(x), ("%s"):format(x), pcall(string.format, "%p", x))
    clean(pcall(s.set, s, "seat", x))
    clean(pcall(s.set, s, { seat = x }))
    clean(pcall(s.play, s, x))
    clean(pcall(s.move, s, x))
    clean(pcall(require "boardlab".game, "tictacdoh", { size = x }))
    clean(pcall(require "boardlab".game, x))
    clean(pcall(table.concat, { x }))
    clean(pcall(error, x))
    clean(pcall(function() return x + 1 end))
    clean(pcall(function() return x .. "" end))
    clean(pcall(setmetatable, {}, x))
    clean(pcall(ipairs, nil))
  end
  return s:random_move()
end }

-- Looks for globals that lead out of the sandbox.
-- expect: fine
return { choose = function(s)
  for _, name in ipairs { "collectgarbage", "dofile", "loadfile", "io", "os", "debug", "package" } do
    assert(_G[name] == nil and _ENV[name] == nil, name)
  end
  assert(not string.dump and not string.pack and not require "boardlab".match)
  return s:random_move()
end }

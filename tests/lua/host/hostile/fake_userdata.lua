-- Calls methods on objects of other types.
-- expect: fine
return { choose = function(s, me)
  local others = { {}, 1, "a", print, me, me.rng, s:game(), coroutine.create(print), true }
  for _, name in ipairs { "moves", "play", "copy", "assign", "draw", "set", "swap", "key", "text" } do
    for _, other in ipairs(others) do assert(not pcall(s[name], other, s)) end
    assert(not pcall(s[name]))
  end
  for _, name in ipairs { "start", "spec", "seats", "team", "options" } do
    assert(not pcall(s:game()[name], s) and not pcall(s:game()[name], me.rng))
  end
  assert(not pcall(me.rng.pick, s, { 1 }) and not pcall(me.rng.shuffle, s:game(), { 1 }))
  assert(not pcall(s.assign, s, me.rng) and not pcall(s.playout, s, s) and not pcall(s.random_move, s, {}))
  return s:random_move()
end }

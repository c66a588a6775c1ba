-- Passes a list with a false __len to pick.
-- expect: fine
return { choose = function(s, me)
  pcall(me.rng.pick, me.rng, setmetatable({}, { __len = function() return 1 << 62 end }))
  pcall(me.rng.pick, me.rng, setmetatable({}, { __len = function() return "x" end }))
  return s:random_move()
end }

-- Passes a list with a false __len to shuffle, which is a C function.
-- expect: forfeit: shuffle_len_lie.lua
return { choose = function(_, me)
  me.rng:shuffle(setmetatable({}, { __len = function() return math.maxinteger end }))
end }
